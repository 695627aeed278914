export const permissionsOf = {
  anonymous: ['status:read', 'client-report:send'],
  member: ['status:read', 'client-report:send', 'member:read'],
} as const;

export type Role = keyof typeof permissionsOf;

/** For which role the browser shows screens and menu entries, until sign-in tells it. The BFF alone decides, with every call. */
export const roleInBrowser: Role = 'anonymous';
