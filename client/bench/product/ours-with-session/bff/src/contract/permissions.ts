import type { Roles } from './kit/call.ts';

export const permissionsOf = {
  anonymous: ['status:read', 'client-report:send'],
  reader: ['status:read', 'client-report:send', 'article:read'],
} as const satisfies Roles;

export type Role = keyof typeof permissionsOf;
