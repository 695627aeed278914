import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { CallError } from './call-error.ts';

/**
 * The JSON data of server-sent events (HTML Living Standard, 9.2.6), one after another; their other fields are not used. Ends when the
 * stream ends, at `return()`, and when the signal aborts. A stream that breaks off throws what `errorOf` makes of its code: the caller
 * hands that in, because a module that both import would be a chunk of every first load.
 */
export function readEvents(
  stream: ReadableStream<Uint8Array>,
  errorOf: (code: 'network' | 'unexpected-answer') => CallError,
  signal?: AbortSignal,
): AsyncGenerator {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const close = () => reader.cancel().catch(() => {});
  const events = (async function* () {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield JSON.parse(value.data) as unknown;
      }
    } catch (error) {
      if (signal?.aborted) return;
      throw errorOf(error instanceof SyntaxError ? 'unexpected-answer' : 'network');
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
