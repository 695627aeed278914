import { Readable } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#platform/contract/limits.ts';
import {
  type Events,
  isTransient,
  STREAM_END,
  STREAM_END_HEADER,
  STREAM_PROBLEM,
} from '#platform/contract/content.ts';
import { problemOf } from '#platform/http/errors/error-handler.ts';
import { declaredValue } from '#platform/schema/declared-value.ts';
import { encodeEventId } from './event-id.ts';

const COMMENT = ':\n\n';
/** Pause before a client reconnects, unless the error has a retry time of its own. */
const RETRY_SECONDS = 1;

/** An item that does not match its schema. A client that resumed the stream would get the same item again. */
class InvalidEvent extends Error {}

/**
 * Returns a stream with a server-sent event per item (HTML Living Standard, section 9.2). An error ends it with an event `problem`, because the headers
 * are sent at once. Sends a comment at intervals. Ends the stream if the session is no longer valid.
 */
export function eventStream(
  items: AsyncIterable<unknown>,
  { data, id }: Pick<Events, 'data' | 'id'>,
  reply: FastifyReply,
): Readable {
  const { request } = reply;
  reply.server.eventStreams.add(reply);
  reply.header('x-accel-buffering', 'no');
  // Tells the client to expect `: end` as the last line, because some browsers and proxies don't report that a stream was cut off.
  reply.header(STREAM_END_HEADER, STREAM_END);
  const eventOf = (item: unknown): string => {
    const place = `${request.method} ${request.routeOptions.url}: an event`;
    try {
      const text = JSON.stringify(declaredValue(data)(item, place));
      return `${id === undefined ? '' : idLine(item, id)}data: ${text}\n\n`;
    } catch (cause) {
      throw new InvalidEvent(place, { cause });
    }
  };
  const events = async function* () {
    // Sends the headers, and lets Firefox resolve `fetch`, which waits for the first byte of the body.
    yield COMMENT;
    const comments = setInterval(() => stream.push(COMMENT), limits.STREAM_COMMENT_MS);
    try {
      for await (const item of items) yield eventOf(item);
      yield `: ${STREAM_END}\n\n`;
    } catch (error) {
      // After an abort, the connection is already closed.
      request.deadline.throwIfAborted();
      yield problemEvent(error, request);
    } finally {
      clearInterval(comments);
    }
  };
  const stream = Readable.from(events(), { objectMode: false });
  return stream;
}

/**
 * Returns the last event of a stream that has failed. The media type in front of the problem keeps clients that ignore the type of an event from
 * parsing the problem as data.
 */
function problemEvent(error: unknown, request: FastifyRequest): string {
  const isInvalid = error instanceof InvalidEvent;
  const { status, retryAfterSeconds, body } = problemOf(
    (isInvalid ? error.cause : error) as FastifyError,
    request,
  );
  request.log.info({ reason: body.code }, 'stream closed');
  const retryMs = (retryAfterSeconds ?? RETRY_SECONDS) * 1_000;
  const retry = isTransient(status) && !isInvalid ? `retry: ${retryMs}\n` : '';
  return `event: ${STREAM_PROBLEM}\n${retry}data: application/problem+json\ndata: ${JSON.stringify(body)}\n\n`;
}

function idLine(item: unknown, field: string): string {
  const value = (item as Readonly<Record<string, string | number | null | undefined>>)[field];
  if (value === undefined || value === null) return '';
  return `id: ${encodeEventId(String(value))}\n`;
}
