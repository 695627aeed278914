import type { calls } from '@web/bff/contract/calls/all';
import { API_PATH } from '@web/bff/contract/kit/api-path';
import type { Call } from '@web/bff/contract/kit/call';
import type { errors } from '@web/bff/contract/errors';
import { type Arguments, createApi, type Reply } from './create-api.ts';
import { reloads } from '#platform/deploys/reloads.ts';
import { takePrefetchedResponse } from '#platform/document/bootstrap-data.ts';
import { trackSession } from '#platform/session/known-session.ts';

type AllCalls = typeof calls;

export type CallKey = keyof AllCalls;
export type CallOf<K extends CallKey> = Extract<AllCalls[K], Call>;
export type ArgumentsOf<K extends CallKey> = Arguments<CallOf<K>>;
export type ReplyTo<K extends CallKey> = Reply<CallOf<K>, typeof errors>;

/** Calls the BFF: `const reply = await api('GET /status')`, then `reply.ok ? reply.body : reply.problem`. Never rejects. */
export const api = createApi<AllCalls, typeof errors>(
  API_PATH,
  reloads.checkBuild,
  takePrefetchedResponse,
  import.meta.env.SIGN_IN ? trackSession : undefined,
  import.meta.env.TIMEOUTS,
);
