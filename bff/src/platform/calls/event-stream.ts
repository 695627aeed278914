import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import fastJson from 'fast-json-stringify';
import { limits } from '#contract/constants.ts';
import type { Events } from '#contract/kit/content.ts';

/** Server-sent events (HTML Living Standard, section 9.2), one for each item. After the header fields, an error can only cut the stream. */
export function eventStream(
  items: AsyncIterable<unknown>,
  { data, id }: Pick<Events, 'data' | 'id'>,
  reply: Pick<ServerResponse, 'flushHeaders'>,
): Readable {
  const stringify = fastJson(data as never);
  const idOf = (item: unknown) => (id === undefined ? '' : `id: ${idLine(item, id)}\n`);
  const events = async function* () {
    const comments = setInterval(() => stream.push(':\n\n'), limits.STREAM_COMMENT_MS);
    try {
      for await (const item of items) yield `${idOf(item)}data: ${stringify(item)}\n\n`;
    } finally {
      clearInterval(comments);
    }
  };
  const stream = Readable.from(events(), { objectMode: false });
  const flush = () => {
    if (!stream.destroyed) reply.flushHeaders();
  };
  // Fastify has set the header fields when the stream starts to flow. An error at once still becomes a problem.
  return stream.once('resume', () => setImmediate(flush));
}

/** The id of an item, which is one line. */
function idLine(item: unknown, field: string): string {
  const id = String((item as Readonly<Record<string, unknown>>)[field]);
  if (/[\r\n\0]/.test(id)) throw new TypeError(`${field}=${JSON.stringify(id)}: expected an id of one line`);
  return id;
}
