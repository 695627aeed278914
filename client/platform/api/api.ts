import type { calls } from '@web/bff/platform/contract/product/calls';
import type { Call, Calls, CodesOf, Input, Successes } from '@web/bff/platform/contract/call';
import type { Catalogue, ProblemOf } from '@web/bff/platform/contract/error-catalogue';
import type { PlatformCode } from '@web/bff/platform/contract/platform-errors';
import type { errors } from '@web/bff/platform/contract/product/errors';
import type { LocalProblem } from './local-problems.ts';
import { sendCall } from './send-call.ts';
import type { OnProgress } from './send-form.ts';

interface Options {
  readonly signal?: AbortSignal | undefined;
  /**
   * Timeout in milliseconds; 0 disables it. Limits the time to the end of the response, or until an event stream opens. For an upload of files,
   * limits the time without progress. Defaults to 15,000; for an upload, to 60,000; for a call with a long `deadlineMs`, to `deadlineMs` plus 5,000.
   */
  readonly timeoutMs?: number;
}

type Sent<C extends Call> = Input<C, Blob> &
  Options &
  (C extends { readonly files: object } ? { readonly onProgress?: OnProgress } : unknown);

/** Arguments of a call. A binary body is a `Blob`, whose `type` becomes the content type. */
export type Arguments<C extends Call> =
  Record<never, never> extends Input<C, Blob> ? [request?: Sent<C>] : [request: Sent<C>];

export type Success<C extends Call> = { readonly ok: true } & Successes<C, Blob>;

export type Failed<C extends Call, E extends Catalogue> = {
  readonly ok: false;
  /** An error that the call declares, a platform error, or a problem created in the browser. */
  readonly problem: ProblemOf<E, Extract<CodesOf<C> | PlatformCode, keyof E>> | LocalProblem;
};

export type Reply<C extends Call, E extends Catalogue> = Success<C> | Failed<C, E>;

export type Api<C extends Calls, E extends Catalogue> = <K extends keyof C & string>(
  key: K,
  ...args: Arguments<Extract<C[K], Call>>
) => Promise<Reply<Extract<C[K], Call>, E>>;

type AllCalls = typeof calls;

export type CallKey = keyof AllCalls;
export type CallOf<K extends CallKey> = Extract<AllCalls[K], Call>;
export type ArgumentsOf<K extends CallKey> = Arguments<CallOf<K>>;
export type ReplyTo<K extends CallKey> = Reply<CallOf<K>, typeof errors>;

/** Calls the BFF: `const reply = await api('GET /status')`, then `reply.ok ? reply.body : reply.problem`. Rejects only for invalid arguments. */
export const api = sendCall as Api<AllCalls, typeof errors>;
