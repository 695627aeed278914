import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { limits } from '#platform/contract/limits.ts';
import { type Events, STREAM_END, STREAM_END_HEADER } from '#platform/contract/content.ts';
import { encodeEventId } from './event-id.ts';
import { serializerOf } from './validation.ts';

/** Time to wait for the first event before sending the headers. An error within this time is sent as a problem. */
const OPEN_MS = 500;
const COMMENT = ':\n\n';

/**
 * Returns a stream with a server-sent event per item (HTML Living Standard, section 9.2). After the headers are sent, an error can only close the
 * connection. Sends a comment at intervals. Ends the stream if the session is no longer valid.
 */
export function eventStream(
  items: AsyncIterable<unknown>,
  { data, id }: Pick<Events, 'data' | 'id'>,
  reply: FastifyReply,
): Readable {
  reply.server.eventStreams.add(reply);
  reply.header('x-accel-buffering', 'no');
  // Tells the client to expect `: end` as the last line, because some browsers and proxies don't report that a stream was cut off.
  reply.header(STREAM_END_HEADER, STREAM_END);
  const stringify = serializerOf(data);
  const idOf = (item: unknown) => (id === undefined ? '' : idLine(item, id));
  const events = async function* () {
    const comments = setInterval(() => stream.push(COMMENT), limits.STREAM_COMMENT_MS);
    try {
      for await (const item of items) yield `${idOf(item)}data: ${stringify(item)}\n\n`;
      yield `: ${STREAM_END}\n\n`;
    } finally {
      clearInterval(comments);
    }
  };
  const stream = Readable.from(events(), { objectMode: false });
  // Sends a comment with the headers, because Firefox resolves `fetch` only after the first byte of the body.
  const flush = () => {
    if (!stream.destroyed && !reply.raw.headersSent) stream.push(COMMENT);
  };
  return stream.once('resume', () => setTimeout(flush, OPEN_MS));
}

function idLine(item: unknown, field: string): string {
  const value = (item as Readonly<Record<string, string | number | null | undefined>>)[field];
  if (value === undefined || value === null) return '';
  return `id: ${encodeEventId(String(value))}\n`;
}
