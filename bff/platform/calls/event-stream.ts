import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { limits } from '#platform/contract/limits.ts';
import { type Events, STREAM_END, STREAM_END_HEADER, STREAM_PROBLEM } from '#platform/contract/content.ts';
import { platformErrors } from '#platform/contract/platform-errors.ts';
import { problem } from '#platform/edge/problem.ts';
import { declaredValue } from '#platform/schema/declared-value.ts';
import { encodeEventId } from './event-id.ts';

/** Time to wait for the first event before sending the headers. An error within this time is sent as a problem. */
const OPEN_MS = 500;
const COMMENT = ':\n\n';

/**
 * Returns a stream with a server-sent event per item (HTML Living Standard, section 9.2). After the headers are sent, an error can only close the
 * connection, but an item that does not match its schema ends the stream with an event `problem`. Sends a comment at intervals. Ends the stream if
 * the session is no longer valid.
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
  /** Returns undefined for an item that does not match the schema. */
  const textOf = (item: unknown): string | undefined => {
    const { method, routeOptions } = reply.request;
    try {
      return JSON.stringify(declaredValue(data)(item, `${method} ${routeOptions.url}: an event`));
    } catch (err) {
      reply.log.error({ err }, 'event stream ended');
      return undefined;
    }
  };
  const idOf = (item: unknown) => (id === undefined ? '' : idLine(item, id));
  const events = async function* () {
    const comments = setInterval(() => stream.push(COMMENT), limits.STREAM_COMMENT_MS);
    try {
      for await (const item of items) {
        const text = textOf(item);
        if (text === undefined) {
          yield problemEvent(reply.request.id);
          return;
        }
        yield `${idOf(item)}data: ${text}\n\n`;
      }
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

/**
 * Returns the last event of a stream that must not be resumed. The media type in front of the problem keeps clients that ignore the type of an event
 * from parsing the problem as data.
 */
function problemEvent(requestId: string): string {
  const body = JSON.stringify(problem('internal', platformErrors.internal, requestId));
  return `event: ${STREAM_PROBLEM}\ndata: application/problem+json\ndata: ${body}\n\n`;
}

function idLine(item: unknown, field: string): string {
  const value = (item as Readonly<Record<string, string | number | null | undefined>>)[field];
  if (value === undefined || value === null) return '';
  return `id: ${encodeEventId(String(value))}\n`;
}
