export const permissionsOf = { anonymous: ['status:read', 'client-report:send'] } as const;

export type Role = keyof typeof permissionsOf;
