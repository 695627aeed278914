import { statusHandlers } from './status/status.ts';
import type { calls } from '#contract/calls/all.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

/** Handlers of all calls. Add each feature's handlers here. A missing handler fails compilation and startup. */
export const handlers: HandlersOf<typeof calls> = { ...statusHandlers };
