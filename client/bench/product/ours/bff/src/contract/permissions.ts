import type { Roles } from './kit/call.ts';

/** Point 6: every role and its permissions; what is not listed is denied. `anonymous` is the role of requests without a session. */
export const permissionsOf = {
  anonymous: ['status:read', 'client-report:send', 'article:read'],
} as const satisfies Roles;

export type Role = keyof typeof permissionsOf;
