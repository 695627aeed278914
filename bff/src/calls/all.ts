import { getStatus } from './status/get-status.ts';
import type { calls } from '#contract/calls/all.ts';
import type { errors } from '#contract/errors.ts';
import type { Fillings } from '#platform/fill.ts';

/** What each call does: a feature adds its lines here, and one that is missing does not compile. */
export const fillings: Fillings<typeof errors, typeof calls> = {
  'GET /status': getStatus,
};
