import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { CallError } from './call-error.ts';

/** Milliseconds before each attempt to go on with a stream that broke off; about as long as a deploy may take. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000];

/** The status of a server that stops, or that has too much to do. */
const RETRIED = /^(?:408|429|5..)$/;

/** How to ask for the stream again; `isForeign` takes note of the response, which may be another person's. */
export type StreamRequest = readonly [
  url: string,
  init: RequestInit & { readonly headers: Headers },
  isForeign?: ((response: Response) => boolean) | undefined,
];

/**
 * The JSON data of server-sent events (HTML Living Standard, 9.2.6), one after another. Ends when the stream ends, at `return()`, and when
 * the signal aborts. A stream that breaks off resumes after its last event that had an id: the request is sent again with `last-event-id`.
 * Without an id, or after the last attempt, it throws what `errorOf` makes of its code: the caller hands that in, because a module that both
 * import would be a chunk of every first load.
 */
export function readEvents(
  stream: ReadableStream<Uint8Array>,
  [url, init, isForeign]: StreamRequest,
  errorOf: (code: 'network' | 'unexpected-answer' | 'signed-out') => CallError,
): AsyncGenerator {
  const { headers, signal } = init;
  let reader = readerOf(stream);
  let isClosed = false;
  let lastId: string | undefined;
  let attempt = 0;
  const isOver = () => isClosed || signal?.aborted;
  const close = () => {
    isClosed = true;
    return reader.cancel().catch(() => {});
  };
  const reconnect = async (id: string): Promise<void> => {
    for (; attempt < PAUSES_MS.length; attempt += 1) {
      // Not all browsers at once.
      const pause = (PAUSES_MS[attempt] ?? 0) * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isOver()) return;
      headers.set('last-event-id', id);
      const response = await fetch(url, init).catch(() => undefined);
      if (response && isForeign?.(response)) return void close();
      if (!response || RETRIED.test(String(response.status))) continue;
      const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream || !response.body)
        throw errorOf(response.status === 401 ? 'signed-out' : 'unexpected-answer');
      return void (reader = readerOf(response.body));
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
          attempt = 0;
          yield JSON.parse(event.value.data) as unknown;
        } else if (lastId !== undefined) await reconnect(lastId);
        else if (!isOver()) throw errorOf('network');
      }
    } catch (error) {
      throw error instanceof SyntaxError ? errorOf('unexpected-answer') : error;
    } finally {
      await close();
    }
  })();
  const finish = events.return.bind(events);
  // A generator that waits for the next event would answer `return()` only after it.
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
