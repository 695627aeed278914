import { statusHandlers } from './status/status.ts';
import type { calls } from '#contract/calls/all.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

/** The handler of every call. A feature adds its handlers here; a missing one does not compile, and prevents the start. */
export const handlers: HandlersOf<typeof calls> = { ...statusHandlers };
