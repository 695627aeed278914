import type { Roles } from './kit/call.ts';

/** Point 6: every role and its permissions; what is not listed is denied. `anonymous` is the role of requests without a session. */
export const permissionsOf = {
  anonymous: ['status:read', 'client-report:send'],
} as const satisfies Roles;

export type Role = keyof typeof permissionsOf;

/** For which role the browser shows screens and menu entries, until sign-in tells it. The BFF alone decides, with every call. */
export const roleInBrowser: Role = 'anonymous';
