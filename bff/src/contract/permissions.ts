/**
 * Point 6: every role and what it may do; what is not listed is denied.
 * `anonymous` is whoever has not signed in, and the only role until sign-in is filled in.
 */
export const permissionsOf = {
  anonymous: ['status:read'],
} as const;

export type Role = keyof typeof permissionsOf;
export type Permission = (typeof permissionsOf)[Role][number];
