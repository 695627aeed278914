import type { Call, Calls, CodesOf, Input, Successes } from '@web/bff/contract/kit/call';
import type { Catalogue, ProblemOf } from '@web/bff/contract/kit/error-catalogue';
import type { PlatformCode } from '@web/bff/contract/kit/platform-errors';
import { CSRF_HEADER } from '@web/bff/contract/kit/csrf';
import { urlOf, type UrlParts } from './url.ts';
import { CallError } from './call-error.ts';
import type { StreamRequest } from './read-events.ts';
import type { Files, Form, OnProgress } from './send-form.ts';
import { translatedProblem } from '#platform/language/translated.ts';
import { type CodeWithText, type LocalProblem, localProblem } from './local-problems.ts';

interface Options {
  readonly signal?: AbortSignal | undefined;
  /**
   * Timeout in milliseconds for the whole response, or for opening an event stream. Defaults to 15,000. For a call with files: the longest
   * time without progress, by default 60,000. A call with its own `deadlineMs` gets at least 5,000 more than that. 0 disables it.
   */
  readonly timeoutMs?: number;
}

type Sent<C extends Call> = Input<C, Blob> &
  Options &
  (C extends { readonly files: object } ? { readonly onProgress?: OnProgress } : unknown);

/** Arguments of a call: the parts that it declares. Bytes are a `Blob` with the media type. */
export type Arguments<C extends Call> =
  Record<never, never> extends Input<C, Blob> ? [request?: Sent<C>] : [request: Sent<C>];

export type Success<C extends Call> = { readonly ok: true } & Successes<C, Blob>;

export type Failed<C extends Call, E extends Catalogue> = {
  readonly ok: false;
  /** Declared by the call, one of the platform's, or created in the browser. */
  readonly problem: ProblemOf<E, Extract<CodesOf<C> | PlatformCode, keyof E>> | LocalProblem;
};

export type Reply<C extends Call, E extends Catalogue> = Success<C> | Failed<C, E>;

export type Api<C extends Calls, E extends Catalogue> = <K extends keyof C & string>(
  key: K,
  ...args: Arguments<Extract<C[K], Call>>
) => Promise<Reply<Extract<C[K], Call>, E>>;

interface CallRequest extends UrlParts, Options, NonNullable<StreamRequest[3]> {
  readonly headers?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly files?: Files;
  readonly onProgress?: OnProgress;
}

const TIMEOUT_MS = 15_000;
/** Long, because bytes in the operating system's send buffer make no progress on a slow connection. */
const UPLOAD_SILENCE_MS = 60_000;
const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/**
 * Creates the function that calls a contract. It resolves with problems instead of rejecting, but throws a `TypeError` for an invalid
 * parameter or header and for a body that JSON cannot encode. The response's content type decides how the body is read, because the
 * contract's schemas are not in the browser. So a call must not declare bytes of JSON, HTML or events.
 */
export function createApi<C extends Calls, E extends Catalogue>(
  base: string,
  isOtherBuild: (build: string | null) => boolean,
  /** Returns a response that the document has prefetched. */
  prefetched: (url: string, signal: AbortSignal) => Promise<Response> | undefined,
  /**
   * Adds the known session's version to a request. Returns a function that updates the session from the response, and returns true if the page
   * unloads.
   */
  trackSession?: (method: string, fields: Headers) => (response: Response) => boolean,
  /** Timeouts of calls with a longer deadline, in milliseconds. */
  timeouts: Readonly<Record<string, number>> = {},
): Api<C, E> {
  const api = async (key: string, request: CallRequest = {}) => {
    const { headers = {}, body, files } = request;
    const { timeoutMs = timeouts[key] ?? (files ? UPLOAD_SILENCE_MS : TIMEOUT_MS) } = request;
    const [method, path] = key.split(' ') as [string, string];
    const url = base + urlOf(path, request);
    const fields = new Headers({ [CSRF_HEADER]: 'web' });
    const isJson = body !== undefined && !(body instanceof Blob);
    if (isJson) fields.set('content-type', JSON_TYPE);
    for (const name in headers) if (headers[name] !== undefined) fields.set(name, String(headers[name]));
    const note = import.meta.env.SIGN_IN ? trackSession?.(method, fields) : undefined;
    const content = (isJson ? JSON.stringify(body) : body) as BodyInit;
    const late = new AbortController();
    let upload: typeof import('./send-form.ts') | undefined;
    const { signal = late.signal } = request;
    const timer = timeoutMs > 0 && !files ? setTimeout(() => late.abort(), timeoutMs) : 0;
    let unreadable: 'new-version' | 'unexpected-response' = 'unexpected-response';
    const failed = (code: CodeWithText, status?: number) => ({
      ok: false,
      problem: localProblem(code, status),
    });
    try {
      const either = AbortSignal.any([signal, late.signal]);
      // Calls never redirect, but a proxy may redirect to its own sign-in page.
      const init = { method, headers: fields, body: content, redirect: 'manual', signal: either } as const;
      if (files || body instanceof Blob) upload = await import('./send-form.ts');
      const response = await (upload && files
        ? upload.sendForm(url, init, { ...request, timeoutMs } as Form, late)
        : (method === 'GET' && prefetched(url, either)) || fetch(url, init));
      const { status, ok } = response;
      // The page unloads, because the response may belong to another user.
      if (import.meta.env.SIGN_IN && note?.(response)) return failed('cancelled');
      if (isOtherBuild(response.headers.get('x-build'))) unreadable = 'new-version';
      const type = response.headers.get('content-type')?.split(';')[0];
      if (type === 'application/problem+json') {
        const problem = await response.json();
        if (typeof problem?.code === 'string')
          return { ok: false, problem: import.meta.env.TRANSLATED ? translatedProblem(problem) : problem };
      } else if (ok && type !== 'text/html') {
        // The timeout must not end an open stream.
        if (type === EVENTS_TYPE) clearTimeout(timer);
        return { ok, status, body: await contentOf(response, type, [url, init, note, request]) };
      }
      // `redirect: 'manual'` gives status 0 in a browser.
      return failed(status === 401 || (status < 400 && !ok) ? 'signed-out' : unreadable, status);
    } catch (error) {
      const notRead = error instanceof SyntaxError ? unreadable : 'network';
      const code = late.signal.aborted ? 'timeout' : signal.aborted ? 'cancelled' : notRead;
      // Closes a stream whose reader failed to load.
      late.abort();
      const problem = code === 'network' && (await upload?.unreadableFile(Object.values({ ...files, body })));
      return problem ? { ok: false, problem } : failed(code);
    } finally {
      clearTimeout(timer);
    }
  };
  return api as Api<C, E>;
}

const contentOf = async (response: Response, type: string | undefined, request: StreamRequest) => {
  const { body } = response;
  if (!type || !body) return undefined;
  if (type === JSON_TYPE) return response.json();
  if (type !== EVENTS_TYPE) return response.blob();
  const { readEvents } = await import('./read-events.ts');
  return readEvents(response, request, (code) => new CallError(localProblem(code)));
};
