import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type Type from 'typebox';
import fastJson from 'fast-json-stringify';
import { limits } from '#contract/constants.ts';

/** Server-sent events (HTML Living Standard, section 9.2), one for each item. After the header fields, an error can only cut the stream. */
export function eventStream(
  items: AsyncIterable<unknown>,
  schema: Type.TSchema,
  reply: Pick<ServerResponse, 'flushHeaders'>,
): Readable {
  const stringify = fastJson(schema as never);
  const events = async function* () {
    const comments = setInterval(() => stream.push(':\n\n'), limits.STREAM_COMMENT_MS);
    try {
      for await (const item of items) yield `data: ${stringify(item)}\n\n`;
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
