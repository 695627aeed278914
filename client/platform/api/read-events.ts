import { createParser, type EventSourceMessage } from 'eventsource-parser';
import {
  isTransient,
  STREAM_END,
  STREAM_END_HEADER,
  STREAM_PROBLEM,
} from '@web/bff/platform/contract/content';
import { fetchSession } from '#platform/session/fetch-session.ts';
import { knownSession, sessionHasEnded, subscribeToSession } from '#platform/session/known-session.ts';
import type { AnyProblem } from './call-error.ts';
import { pauseWhileHidden } from './pause-while-hidden.ts';
import type { ReadEvents } from './stream-reader.ts';

/** Pauses before reconnection attempts, in milliseconds. Together they outlast a deploy. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000];
/** Only a connection that lasts this long resets the pauses. Otherwise a server that drops each new connection would get two requests per second. */
const STABLE_MS = 10_000;
/** Time without a byte after which a connection counts as lost: two of the BFF's comments are missing. */
const SILENCE_MS = 2 * (import.meta.env.STREAM_COMMENT_MS ?? 15_000) + 5_000;
/** Maximum of the server's retry time. */
const MAX_RETRY_MS = 600_000;

/** Reason why there is no connection. Without a problem, the connection was lost. */
interface Failure {
  readonly problem?: AnyProblem;
  /** True if a retry would fail again. */
  readonly isFinal?: boolean;
  readonly retryMs?: number | undefined;
}

/**
 * Yields the JSON data of server-sent events (HTML Living Standard, 9.2.6) until the stream has finished, `return()` is called or the signal aborts.
 * Reconnects a broken or silent stream with the `last-event-id` of the last event that had an id. `first` is a response that is already open.
 *
 * - Without `onConnection`: throws if the stream breaks before an event with an id, or after the last attempt.
 * - With `onConnection`: reconnects even without an id, and never gives up. Closes the stream while the tab is hidden, unless `whileHidden` is set,
 *   because over HTTP/1.1, all tabs share six connections per origin. After a 401, waits for a new sign-in.
 * - In both cases, throws for a response that is not worth a retry, such as 403, and for such a problem in the BFF's last event.
 *
 * `errorOf` is a parameter, because importing the error class here would add a chunk to every first load.
 */
export const readEvents: ReadEvents = (open, errorOf, options, first) => {
  const { onConnection, whileHidden, signal, headers } = options;
  const closing = new AbortController();
  const over = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
  let cut = () => void first?.body?.cancel().catch(() => {});
  const hidden = onConnection && !whileHidden ? pauseWhileHidden(() => cut(), over) : undefined;
  over.addEventListener('abort', () => {
    hidden?.stop();
    cut();
  });
  let lastId: string | undefined;
  let attempt = 0;
  let version: string | undefined;
  const isSameSession = () => knownSession()?.version === version || sessionHasEnded();

  async function connect(): Promise<Response | Failure> {
    let retryAfter: string | null = null;
    const onResponse = ({ headers }: Response) => (retryAfter = headers.get('retry-after'));
    const reply = await open({ headers: { ...headers, 'last-event-id': lastId }, signal: over, onResponse });
    if (reply.ok && reply.body instanceof Response) return reply.body;
    if (reply.ok) throw errorOf('unexpected-response');
    const { code, status } = reply.problem;
    const isFinal = code !== 'network' && code !== 'timeout' && !isTransient(status);
    // The header may also contain a date, which counts as 0.
    return { problem: reply.problem, isFinal, retryMs: Number(retryAfter) * 1_000 || 0 };
  }

  /** Yields the data of a connection's events. Returns the failure that ended it; undefined if the stream is complete. */
  async function* received({ headers, body }: Response): AsyncGenerator<unknown, Failure | undefined> {
    const openedAt = Date.now();
    onConnection?.('open');
    const events: EventSourceMessage[] = [];
    /** True once the stream's last comment, `end`, has arrived. Always true if the response does not announce it, as in earlier versions of the BFF. */
    let isComplete = !headers.has(STREAM_END_HEADER);
    let isCut = false;
    let retryMs: number | undefined;
    const parser = createParser({
      onEvent: (event) => events.push(event),
      onComment: (text) => (isComplete ||= text.trim() === STREAM_END),
      onRetry: (ms) => (retryMs = ms),
    });
    const decoder = new TextDecoder();
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    cut = () => {
      isCut = true;
      reader.cancel().catch(() => {});
    };
    // The tab may have been hidden for too long, or the stream closed, while this connection was opening.
    if (hidden?.isPaused() || over.aborted) cut();
    try {
      for (;;) {
        // Runs only while this function waits, so that a consumer may take its time.
        const silence = setTimeout(cut, SILENCE_MS);
        const chunk = await reader.read().catch(() => undefined);
        clearTimeout(silence);
        if (chunk?.done && isComplete && !isCut) return undefined;
        if (!chunk || chunk.done) return {};
        parser.feed(decoder.decode(chunk.value, { stream: true }));
        for (const { id, data, event } of events.splice(0)) {
          if (event === STREAM_PROBLEM) {
            const { problem } = errorOf(JSON.parse(data.split('\n')[1] ?? '') as AnyProblem);
            return { problem, isFinal: retryMs === undefined, retryMs };
          }
          lastId = id ?? lastId;
          yield JSON.parse(data) as unknown;
        }
      }
    } finally {
      cut();
      if (Date.now() - openedAt >= STABLE_MS) attempt = 0;
    }
  }

  /** Resolves when the stream should be opened again, or is over. Throws if it should not. */
  async function recover({ problem, isFinal, retryMs = 0 }: Failure): Promise<void> {
    if (import.meta.env.SIGN_IN && onConnection && problem?.status === 401) {
      onConnection('closed', problem);
      // A problem in an open stream does not update the known session.
      if (!sessionHasEnded()) fetchSession().catch(() => {});
      while (isSameSession() && !over.aborted) await until(over, subscribeToSession);
      attempt = 0;
      onConnection('connecting');
    } else {
      const isHopeless = onConnection ? false : lastId === undefined || attempt >= PAUSES_MS.length;
      if (isFinal || isHopeless) throw errorOf(problem ?? 'network');
      onConnection?.('reconnecting', problem);
      // Jitter, so that browsers don't reconnect all at once.
      const jitterMs = (PAUSES_MS[attempt] ?? 8_000) * (0.5 + Math.random());
      const pauseMs = Math.min(Math.max(retryMs, 0), MAX_RETRY_MS) + jitterMs;
      await until(over, (done) => {
        const timer = setTimeout(done, pauseMs);
        return () => clearTimeout(timer);
      });
      attempt += 1;
    }
    if (hidden?.isPaused()) await hidden.resumed();
  }

  const events = (async function* () {
    try {
      while (!over.aborted) {
        if (import.meta.env.SIGN_IN) version = knownSession()?.version;
        const connected = first ?? (await connect());
        first = undefined;
        const failure = connected instanceof Response ? yield* received(connected) : connected;
        // If the response belongs to another user, the call is cancelled, because the page is being unloaded.
        if (!failure || over.aborted || failure.problem?.code === 'cancelled') return;
        await recover(failure);
      }
    } catch (error) {
      throw error instanceof SyntaxError ? errorOf('unexpected-response') : error;
    } finally {
      closing.abort();
    }
  })();
  const finish = events.return.bind(events);
  // A generator's own `return()` would wait for the next event.
  events.return = (value) => {
    closing.abort();
    return finish(value);
  };
  return events;
};

/** Resolves when `begin` calls its parameter, or when the signal aborts. Then calls the function that `begin` has returned. */
const until = (over: AbortSignal, begin: (done: () => void) => () => void): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      stop();
      over.removeEventListener('abort', done);
      resolve();
    };
    const stop = begin(done);
    over.addEventListener('abort', done);
    if (over.aborted) done();
  });
