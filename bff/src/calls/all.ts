import { getStatus } from './status/get-status.ts';
import type { Contract } from '#contract/contract.ts';
import type { Handlers } from '#platform/calls/handler.ts';

/** The handler of every call. A feature adds its handlers here; a missing one does not compile. */
export const handlers: Handlers<Contract> = {
  'GET /status': getStatus,
};
