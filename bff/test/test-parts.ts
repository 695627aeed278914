import type { Parts } from '../src/app.ts';
import { getStatus } from '../src/calls/status/get-status.ts';
import { status } from '#contract/calls/status.ts';
import { platformErrors } from '#contract/kit/platform-errors.ts';
import { anonymous } from '#platform/session/authenticate.ts';

/** The parts that replace the product's in tests. */
export const testParts: Parts = {
  calls: status,
  errors: platformErrors,
  handlers: { 'GET /status': getStatus },
  permissionsOf: { anonymous: ['status:read', 'client-report:send'] },
  upstreams: {},
  authenticate: anonymous,
};
