import { EventSourceParserStream } from 'eventsource-parser/stream';
import { STREAM_END, STREAM_END_HEADER, STREAM_PROBLEM } from '@web/bff/platform/contract/content';
import type { AnyProblem, CallError } from './call-error.ts';
import { pauseWhileHidden } from './pause-while-hidden.ts';

/** Pauses before reconnection attempts, in milliseconds. Together they outlast a deploy. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000];
/** Only a connection that lasts this long resets the pauses. Otherwise a server that drops each new connection would get two requests per second. */
const STABLE_MS = 10_000;

/** Statuses of a server that is shutting down or overloaded. */
const RETRIED = /^(?:408|429|5..)$/;

interface StreamOptions {
  readonly onConnection?: ((state: 'reconnecting' | 'open') => void) | undefined;
  /** Keeps the stream open while the tab is hidden. Without `onConnection`, streams stay open anyway. */
  readonly whileHidden?: boolean | undefined;
}

/** The stream's request, sent again to reconnect. `isForeign` returns true if the response belongs to another user. */
export type StreamRequest = readonly [
  url: string,
  init: RequestInit & { readonly headers: Headers },
  isForeign?: ((response: Response) => boolean) | undefined,
  options?: StreamOptions | undefined,
];

/**
 * Yields the JSON data of server-sent events (HTML Living Standard, 9.2.6) until the stream has finished, `return()` is called or the signal aborts.
 * Reconnects a broken stream with the `last-event-id` of the last event that had an id.
 *
 * - Without `onConnection`: throws if the stream breaks before an event with an id, or after the last attempt.
 * - With `onConnection`: reconnects even without an id, and never gives up. Closes the stream while the tab is hidden, unless `whileHidden` is set,
 *   because over HTTP/1.1, all tabs share six connections per origin.
 * - In both cases, throws for a response that is not worth a retry, such as 401, and for the BFF's last event `problem`.
 *
 * `errorOf` is a parameter, because importing the error class here would add a chunk to every first load.
 */
export function readEvents(
  first: Response,
  [url, init, isForeign, { onConnection, whileHidden } = {}]: StreamRequest,
  errorOf: (problem: 'network' | 'unexpected-response' | 'signed-out' | AnyProblem) => CallError,
): AsyncGenerator {
  const { headers, signal } = init;
  /** True once the stream's last comment, `end`, has arrived. Always true if the response does not announce it, as in earlier versions of the BFF. */
  let isFinished = false;
  const readerOf = ({ headers, body }: Response) => {
    isFinished = !headers.has(STREAM_END_HEADER);
    const onComment = (text: string) => (isFinished ||= text.trim() === STREAM_END);
    return (body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream({ onComment }))
      .getReader();
  };
  let reader = readerOf(first);
  let isClosed = false;
  let isPausing = false;
  let lastId: string | undefined;
  let attempt = 0;
  let openedAt = Date.now();
  const attempts = onConnection ? Infinity : PAUSES_MS.length;
  const isOver = () => isClosed || signal?.aborted;
  const cancel = () => reader.cancel().catch(() => {});
  const close = () => {
    isClosed = true;
    hidden?.stop();
    return cancel();
  };
  const pause = () => {
    isPausing = true;
    void cancel();
  };
  const hidden = onConnection && !whileHidden ? pauseWhileHidden(pause, signal) : undefined;
  const reconnect = async (): Promise<void> => {
    onConnection?.('reconnecting');
    if (Date.now() - openedAt >= STABLE_MS) attempt = 0;
    for (; attempt < attempts; attempt += 1) {
      // Jitter, so that browsers don't reconnect all at once.
      const pauseMs = (PAUSES_MS[attempt] ?? 8_000) * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (hidden?.isPaused()) await hidden.resumed();
      if (isOver()) return;
      if (lastId !== undefined) headers.set('last-event-id', lastId);
      const response = await fetch(url, init).catch(() => undefined);
      if (response && isForeign?.(response)) return void close();
      if (!response || RETRIED.test(String(response.status))) continue;
      const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream || !response.body)
        throw errorOf(response.status === 401 ? 'signed-out' : 'unexpected-response');
      reader = readerOf(response);
      isPausing = false;
      attempt += 1;
      openedAt = Date.now();
      onConnection?.('open');
      // The pause may have become due while this connection was opening.
      if (hidden?.isPaused()) pause();
      return;
    }
    throw errorOf('network');
  };
  const events = (async function* () {
    try {
      while (!isOver()) {
        const event = await reader.read().catch(() => undefined);
        if (event?.done && isFinished && !isPausing) return;
        if (event && !event.done) {
          const { id, data, event: type } = event.value;
          lastId = id ?? lastId;
          if (type === STREAM_PROBLEM) throw errorOf(JSON.parse(data.split('\n')[1] ?? '') as AnyProblem);
          yield JSON.parse(data) as unknown;
        } else if (isOver()) return;
        else if (lastId !== undefined || onConnection) await reconnect();
        else throw errorOf('network');
      }
    } catch (error) {
      throw error instanceof SyntaxError ? errorOf('unexpected-response') : error;
    } finally {
      await close();
    }
  })();
  const finish = events.return.bind(events);
  // A generator's own `return()` would wait for the next event.
  events.return = (value) => {
    void close();
    return finish(value);
  };
  return events;
}
