import { Readable } from 'node:stream';
import fastJson from 'fast-json-stringify';
import type { FastifyReply } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import type { Events } from '#contract/kit/content.ts';
import { encodeEventId } from './event-id.ts';

/** Time to wait for the first event before sending the headers. An error within this time is sent as a problem. */
const OPEN_MS = 500;

/**
 * Streams each item as a server-sent event (HTML Living Standard, section 9.2). After the headers are sent, an error can only close the connection.
 * Each comment also checks the session, and ends the stream if the session has ended.
 */
export function eventStream(
  items: AsyncIterable<unknown>,
  { data, id }: Pick<Events, 'data' | 'id'>,
  reply: FastifyReply,
): Readable {
  const { eventStreams, signIn } = reply.server;
  eventStreams.add(reply);
  // Disables buffering in proxies.
  reply.header('x-accel-buffering', 'no');
  const stringify = fastJson(data as never);
  const idOf = (item: unknown) => (id === undefined ? '' : idLine(item, id));
  const events = async function* () {
    const comments = setInterval(() => {
      stream.push(':\n\n');
      void signIn?.endStreamIfOver(reply.request);
    }, limits.STREAM_COMMENT_MS);
    try {
      for await (const item of items) yield `${idOf(item)}data: ${stringify(item)}\n\n`;
    } finally {
      clearInterval(comments);
    }
  };
  const stream = Readable.from(events(), { objectMode: false });
  const flush = () => {
    if (!stream.destroyed) reply.raw.flushHeaders();
  };
  return stream.once('resume', () => setTimeout(flush, OPEN_MS));
}

function idLine(item: unknown, field: string): string {
  const value = (item as Readonly<Record<string, string | number | null | undefined>>)[field];
  if (value === undefined || value === null) return '';
  return `id: ${encodeEventId(String(value))}\n`;
}
