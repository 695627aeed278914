import type { Roles } from './kit/call.ts';

/**
 * Point 6: every role and what it may do; what is not listed is denied.
 * `anonymous` is whoever has not signed in, and the only role until sign-in is filled in.
 */
export const permissionsOf = {
  anonymous: ['status:read', 'client-report:send'],
} as const satisfies Roles;

export type Role = keyof typeof permissionsOf;
