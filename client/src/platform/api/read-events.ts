import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { CallError } from './call-error.ts';

/** Milliseconds before each reconnection attempt. They cover the time of a deploy. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000];
/** A connection that lasts this long resets the pauses. Otherwise a server that breaks each connection would get two requests a second. */
const STABLE_MS = 10_000;

/** Statuses of a server that is shutting down or overloaded. */
const RETRIED = /^(?:408|429|5..)$/;

/**
 * Request to reconnect with. `isForeign` returns true if the response belongs to another user. `onConnection` is called when the connection is lost
 * or restored.
 */
export type StreamRequest = readonly [
  url: string,
  init: RequestInit & { readonly headers: Headers },
  isForeign?: ((response: Response) => boolean) | undefined,
  onConnection?: ((state: 'reconnecting' | 'open') => void) | undefined,
];

/**
 * Yields the JSON data of server-sent events (HTML Living Standard, 9.2.6) until the stream ends, `return()` is called or the signal aborts.
 * Reconnects a broken stream with the `last-event-id` of the last event that had an id. Throws an error of `errorOf` if there is no id, or after the
 * last attempt. With `onConnection` it needs no id, and retries forever. `errorOf` is a parameter, because importing it here would add a chunk to
 * every first load.
 */
export function readEvents(
  stream: ReadableStream<Uint8Array>,
  [url, init, isForeign, onConnection]: StreamRequest,
  errorOf: (code: 'network' | 'unexpected-response' | 'signed-out') => CallError,
): AsyncGenerator {
  const { headers, signal } = init;
  let reader = readerOf(stream);
  let isClosed = false;
  let lastId: string | undefined;
  let attempt = 0;
  let openedAt = Date.now();
  const attempts = onConnection ? Infinity : PAUSES_MS.length;
  const isOver = () => isClosed || signal?.aborted;
  const close = () => {
    isClosed = true;
    return reader.cancel().catch(() => {});
  };
  const reconnect = async (): Promise<void> => {
    onConnection?.('reconnecting');
    if (Date.now() - openedAt >= STABLE_MS) attempt = 0;
    for (; attempt < attempts; attempt += 1) {
      // Jitter, so that browsers don't reconnect all at once.
      const pause = (PAUSES_MS[attempt] ?? 8_000) * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isOver()) return;
      if (lastId !== undefined) headers.set('last-event-id', lastId);
      const response = await fetch(url, init).catch(() => undefined);
      if (response && isForeign?.(response)) return void close();
      if (!response || RETRIED.test(String(response.status))) continue;
      const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream || !response.body)
        throw errorOf(response.status === 401 ? 'signed-out' : 'unexpected-response');
      reader = readerOf(response.body);
      attempt += 1;
      openedAt = Date.now();
      return onConnection?.('open');
    }
    throw errorOf('network');
  };
  const events = (async function* () {
    try {
      while (!isOver()) {
        const event = await reader.read().catch(() => undefined);
        if (event?.done) return;
        if (event) {
          lastId = event.value.id ?? lastId;
          yield JSON.parse(event.value.data) as unknown;
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

const readerOf = (stream: ReadableStream<Uint8Array>) =>
  stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
