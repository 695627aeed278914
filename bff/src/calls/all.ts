import { getStatus } from './status/get-status.ts';
import type { calls } from '#contract/calls/all.ts';
import type { errors } from '#contract/errors.ts';
import type { Handlers } from '#platform/calls/register-calls.ts';

/** What each call does: a feature adds its lines here, and one that is missing does not compile. */
export const handlers: Handlers<typeof errors, typeof calls> = {
  'GET /status': getStatus,
};
