import { API_PATH } from '@web/bff/platform/contract/api-path';
import { CSRF_HEADER } from '@web/bff/platform/contract/csrf';
import { reloads } from '#platform/deploys/reloads.ts';
import { takePrefetchedResponse } from '#platform/document/bootstrap-data.ts';
import { translatedProblem } from '#platform/language/translated.ts';
import { knownSession, trackSession } from '#platform/session/known-session.ts';
import { type AnyProblem, CallError } from './call-error.ts';
import { loadScript } from './load-script.ts';
import { type CodeWithText, localProblem } from './local-problems.ts';
import type { Files, Form, OnProgress } from './send-form.ts';
import { type OpenStream, streamReader, type StreamOptions } from './stream-reader.ts';
import { urlOf, type UrlParts } from './url.ts';

export interface CallRequest extends UrlParts {
  readonly headers?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly files?: Files;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Gets the response. That of an event stream then becomes the `body` itself, to be read by the caller. */
  readonly onResponse?: (response: Response) => void;
}

const TIMEOUT_MS = 15_000;
/** Longest time without upload progress. Long, because the browser reports none while the operating system's send buffer drains. */
const UPLOAD_SILENCE_MS = 60_000;
const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/**
 * Sends a call; `api` adds the types. Resolves with a problem if the call fails. Rejects with a `TypeError` for an invalid parameter or header, and for
 * a body that JSON cannot encode. The browser does not have the contract's schemas, so the response's content type decides how its body is read.
 * Therefore a call must not declare `bytes` with the type of JSON, HTML or an event stream.
 */
export async function sendCall(
  key: string,
  request: CallRequest = {},
  /** Timeouts of calls with a long `deadlineMs`, in milliseconds, by call. */
  timeouts: Readonly<Record<string, number>> = import.meta.env.TIMEOUTS ?? {},
) {
  const { headers = {}, body, files } = request;
  const { timeoutMs = timeouts[key] ?? (files ? UPLOAD_SILENCE_MS : TIMEOUT_MS) } = request;
  const [method, path] = key.split(' ') as [string, string];
  // A write names the user it was made for. A page that does not know its user learns it first.
  if (import.meta.env.SIGN_IN && method !== 'GET' && knownSession() === undefined)
    await sendCall('GET /session');
  const version = import.meta.env.SIGN_IN ? knownSession()?.version : undefined;
  const url = API_PATH + urlOf(path, request);
  const fields = new Headers({ [CSRF_HEADER]: 'web' });
  const isJson = body !== undefined && !(body instanceof Blob);
  if (isJson) fields.set('content-type', JSON_TYPE);
  for (const name in headers) if (headers[name] !== undefined) fields.set(name, String(headers[name]));
  const note = import.meta.env.SIGN_IN ? trackSession(method, fields) : undefined;
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
    if (files || body instanceof Blob) upload = await loadScript(() => import('./send-form.ts'));
    const response = await (upload && files
      ? upload.sendForm(url, init, { ...request, timeoutMs } as Form, late)
      : (method === 'GET' && takePrefetchedResponse(url, either)) || fetch(url, init));
    const { status, ok } = response;
    request.onResponse?.(response);
    // Drops the response: the page is being unloaded, perhaps because another user has signed in.
    if (import.meta.env.SIGN_IN && note?.(response)) return failed('cancelled');
    if (reloads.checkBuild(response.headers.get('x-build'))) unreadable = 'new-version';
    const type = response.headers.get('content-type')?.split(';')[0];
    if (type === 'application/problem+json') {
      const problem = await response.json();
      // The same user, whose version the BFF did not recognize, because the secrets have been replaced.
      if (import.meta.env.SIGN_IN && problem?.code === 'other-user' && version !== knownSession()?.version)
        return await sendCall(key, request, timeouts);
      if (typeof problem?.code === 'string') return { ok: false, problem: shownProblem(problem) };
    } else if (ok && type !== 'text/html') {
      // The timeout must not end an open stream.
      if (type === EVENTS_TYPE) clearTimeout(timer);
      const streamed = (first: Response) =>
        request.onResponse ? first : openEvents(key, request, timeouts, first);
      return { ok, status, body: await contentOf(response, type, streamed) };
    }
    // In a browser, `redirect: 'manual'` turns a redirect into status 0.
    return failed(status === 401 || (status < 400 && !ok) ? 'signed-out' : unreadable, status);
  } catch (error) {
    if (error instanceof CallError) return { ok: false, problem: error.problem };
    const notRead = error instanceof SyntaxError ? unreadable : 'network';
    const code = late.signal.aborted ? 'timeout' : signal.aborted ? 'cancelled' : notRead;
    // Closes an event stream if `streamReader.load()` failed.
    late.abort();
    const problem = code === 'network' && (await upload?.unreadableFile(Object.values({ ...files, body })));
    return problem ? { ok: false, problem } : failed(code);
  } finally {
    clearTimeout(timer);
  }
}

const contentOf = async (
  response: Response,
  type: string | undefined,
  streamed: (response: Response) => unknown,
) => {
  const { body } = response;
  if (!type || !body) return undefined;
  if (type === JSON_TYPE) return response.json();
  return type === EVENTS_TYPE ? streamed(response) : response.blob();
};

/** Reads the event stream of a call, and sends the call again to reconnect or, without a `first` response, to connect. */
export async function openEvents(
  key: string,
  request: CallRequest & StreamOptions,
  timeouts?: Readonly<Record<string, number>>,
  first?: Response,
): Promise<AsyncGenerator> {
  const readEvents = await streamReader.load();
  return readEvents(
    ((more) => sendCall(key, { ...request, ...more }, timeouts)) as OpenStream,
    (problem) => new CallError(typeof problem === 'string' ? localProblem(problem) : shownProblem(problem)),
    request,
    first,
  );
}

export const shownProblem = (problem: AnyProblem): AnyProblem =>
  import.meta.env.TRANSLATED ? translatedProblem(problem) : problem;
