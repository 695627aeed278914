import type { CallError } from './call-error.ts';

type Failure = (code: 'network' | 'unexpected-answer') => CallError;

/**
 * The JSON data of server-sent events (HTML Living Standard, 9.2.6), one after another; their other fields are of no use here.
 * Ends when the stream does, at `return()` and when the signal aborts; a stream that breaks off throws the failure, which the
 * caller hands in: what both imported would be a chunk of its own, and of every first load.
 */
export function readEvents(
  stream: ReadableStream<Uint8Array>,
  failure: Failure,
  signal?: AbortSignal,
): AsyncGenerator {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  const close = () => reader.cancel().catch(() => {});
  const events = parse(reader, close, failure, signal);
  const finish = events.return.bind(events);
  // A generator that waits for the next part would answer `return()` only after it.
  events.return = (value) => {
    void close();
    return finish(value);
  };
  return events;
}

async function* parse(
  reader: ReadableStreamDefaultReader<string>,
  close: () => Promise<void>,
  failure: Failure,
  signal?: AbortSignal,
) {
  let line = '';
  let afterCr = false;
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (line + (afterCr ? value.replace(/^\n/, '') : value)).split(/\r\n|\n|\r/);
      // A CR at the end of a part is the end of its line; an LF at the start of the next belongs to it.
      afterCr = value ? value.endsWith('\r') : afterCr;
      line = lines.pop() ?? '';
      for (const each of lines) {
        const [, text] = /^data(?:: ?(.*))?$/s.exec(each) ?? [];
        if (text !== undefined || each === 'data') data.push(text ?? '');
        if (each || data.length === 0) continue;
        const event = data.join('\n');
        data = [];
        yield JSON.parse(event) as unknown;
      }
    }
  } catch (error) {
    if (signal?.aborted) return;
    throw failure(error instanceof SyntaxError ? 'unexpected-answer' : 'network');
  } finally {
    await close();
  }
}
