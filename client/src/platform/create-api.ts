import type { Call, Calls, Catalogue, CodesOf, Input, ProblemOf, Successes } from '@web/bff/contract/define';
import type { PlatformCode } from '@web/bff/contract/platform-errors';
import { addressOf, type AddressParts } from './address.ts';
import { type LocalProblem, localProblem } from './local-problems.ts';
import { readEvents } from './read-events.ts';

interface Options {
  readonly signal?: AbortSignal | undefined;
  /** For the whole answer, 15 s unless said, 0 for ever; of a stream of events, until it opens. */
  readonly timeoutMs?: number;
}

/** What a call takes: the parts that it declares. Bytes travel as a `Blob`, whose type is the media type. */
export type Arguments<C extends Call> =
  Record<never, never> extends Input<C, Blob>
    ? [given?: Input<C, Blob> & Options]
    : [given: Input<C, Blob> & Options];

export type Success<C extends Call> = { readonly ok: true } & Successes<C, Blob>;

export type Failed<C extends Call, E extends Catalogue> = {
  readonly ok: false;
  /** Declared by the call, one of the platform's, or one that the BFF had no part in. */
  readonly problem: ProblemOf<E, Extract<CodesOf<C> | PlatformCode, keyof E>> | LocalProblem;
};

export type Reply<C extends Call, E extends Catalogue> = Success<C> | Failed<C, E>;

export type Api<C extends Calls, E extends Catalogue> = <K extends keyof C & string>(
  key: K,
  ...given: Arguments<Extract<C[K], Call>>
) => Promise<Reply<Extract<C[K], Call>, E>>;

interface Given extends AddressParts, Options {
  readonly headers?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

const ANSWER_MS = 15_000;

/**
 * The caller of a contract, of which only types reach the browser: what a success holds is told by its content type, so a
 * call must not declare bytes of JSON, HTML or events. Every outcome is a value; a parameter that no address can carry and a
 * header field that HTTP cannot are mistakes of the caller's, and throw a `TypeError`.
 */
export function createApi<C extends Calls, E extends Catalogue>(
  base: string,
  isOtherBuild: (build: string | null) => boolean = () => false,
): Api<C, E> {
  const api = async (key: string, given: Given = {}) => {
    const { headers, body, signal, timeoutMs = ANSWER_MS } = given;
    const [method = '', path = ''] = key.split(' ');
    const url = base + addressOf(path, given);
    const isJson = body !== undefined && !(body instanceof Blob);
    // Another site's page cannot send this field without asking first.
    const fields = new Headers({ 'x-requested-by': 'web' });
    if (isJson) fields.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers ?? {}))
      if (value !== undefined) fields.set(name, String(value));
    const late = new AbortController();
    const timer = timeoutMs > 0 && setTimeout(() => late.abort(), timeoutMs);
    let unreadable: 'new-version' | 'unexpected-answer' = 'unexpected-answer';
    try {
      const response = await fetch(url, {
        method,
        headers: fields,
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
        // No call redirects; who does is a sign-in page before the BFF, which is not to be read in its place.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      });
      const { status, ok } = response;
      if (isOtherBuild(response.headers.get('x-build'))) unreadable = 'new-version';
      const [type] = (response.headers.get('content-type') ?? '').split(';');
      if (type === 'application/problem+json') {
        const problem = await response.json();
        if (typeof problem?.code === 'string') return { ok: false, problem };
      } else if (ok && type !== 'text/html') {
        return { ok, status, body: await contentOf(response, type, signal) };
      }
      // A redirect that is not followed has status 0 in a browser.
      const elsewhere = status === 401 || (status < 400 && !ok);
      return { ok: false, problem: localProblem(elsewhere ? 'signed-out' : unreadable, status) };
    } catch (error) {
      const code = signal?.aborted ? 'cancelled' : late.signal.aborted ? 'timeout' : undefined;
      return {
        ok: false,
        problem: localProblem(code ?? (error instanceof SyntaxError ? unreadable : 'network')),
      };
    } finally {
      if (timer) clearTimeout(timer);
    }
  };
  return api as Api<C, E>;
}

const contentOf = (response: Response, type: string | undefined, signal?: AbortSignal) => {
  if (!type || response.status === 204 || !response.body) return undefined;
  if (type === 'application/json') return response.json();
  return type === 'text/event-stream' ? readEvents(response.body, signal) : response.blob();
};
