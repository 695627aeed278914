import { Readable } from 'node:stream';
import fastJson from 'fast-json-stringify';
import { limits } from '#contract/constants.ts';
/**
 * Server-sent events of the items, each through the schema (HTML Living Standard, 9.2). Ends when the items do. The header fields
 * of the reply leave before the first event: from then on a failure can only cut the stream.
 */
export function eventStream(items, schema, reply) {
  const stringify = fastJson(schema);
  const lines = async function* () {
    const comments = setInterval(() => stream.push(':\n\n'), limits.STREAM_COMMENT_MS);
    try {
      for await (const item of items) yield `data: ${stringify(item)}\n\n`;
    } finally {
      clearInterval(comments);
    }
  };
  const stream = Readable.from(lines(), { objectMode: false });
  const flush = () => {
    if (!stream.destroyed) reply.flushHeaders();
  };
  // Fastify has set the header fields when it lets the stream flow; what fails at once is then answered as an error.
  return stream.once('resume', () => setImmediate(flush));
}
