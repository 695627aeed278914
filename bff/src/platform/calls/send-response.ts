import type { FastifyReply } from 'fastify';
import { isMarked } from '#contract/kit/content.ts';
import type { Call } from '#contract/kit/call.ts';
import { eventStream } from './event-stream.ts';

/** Sends a success as the call declares it. Throws a `TypeError` for a status that the call does not declare. */
export function send(reply: FastifyReply, status: number, call: Call, body: unknown): FastifyReply {
  const content = call.ok[status];
  if (!content) throw new TypeError(`${call.id} declares no success with status ${status}`);
  void reply.code(status);
  // Fastify would send a string as text.
  if (typeof body === 'string' && !isMarked(content))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  if (!isMarked(content)) return reply.send(body);
  if (content.kind === 'empty') return reply.send();
  if (content.kind === 'bytes') return reply.type(content.mediaType).send(body);
  void reply.type('text/event-stream');
  // Nothing would read the events, which need not end.
  if (reply.request.method === 'HEAD') return reply.send();
  return reply.send(eventStream(body as AsyncIterable<unknown>, content, reply));
}
