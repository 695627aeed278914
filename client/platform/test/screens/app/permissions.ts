export const permissionsOf = {
  anonymous: ['status:read', 'client-report:send'],
  member: ['status:read', 'client-report:send', 'member:read'],
} as const;

export type Role = keyof typeof permissionsOf;
