import type { ProductModules } from '#platform/product-modules.ts';
import { statusHandlers } from '#calls/status/status.ts';
import { status } from '#contract/calls/status.ts';
import type { Session } from '#platform/contract/product/session.ts';
import { platformErrors } from '#platform/contract/platform-errors.ts';

export const testModules: ProductModules = {
  calls: status,
  errors: platformErrors,
  handlers: statusHandlers,
  permissionsOf: { anonymous: ['status:read', 'client-report:send'] },
  upstreams: {},
  services: {},
  session: null,
  fromClaims: () => null,
  plugins: async () => {},
};

/** Returns a function for `authenticate` that gives every request the same session. */
export const always = (subject: string, role: string) => {
  const session: object = { subject, role };
  return () => session as Session;
};
