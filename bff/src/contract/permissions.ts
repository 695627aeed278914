import type { Roles } from '#platform/contract/call.ts';

/** Permissions of each role (specification, point 6). `anonymous` is the role of requests without a session. */
export const permissionsOf = {
  anonymous: ['status:read', 'client-report:send'],
} as const satisfies Roles;

export type Role = keyof typeof permissionsOf;
