const everyone = ['status:read', 'client-report:send', 'public:read'] as const;

export const permissionsOf = {
  anonymous: everyone,
  reader: [...everyone, 'thing:read'],
} as const;

export type Role = keyof typeof permissionsOf;
