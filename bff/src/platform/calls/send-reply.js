import { isMarked } from '#contract/kit/content.ts';
import { eventStream } from './event-stream.ts';
/** Sends a success of a call as the contract describes it. Throws a `TypeError` for a status that the call does not declare. */
export function send(reply, status, call, body) {
  const content = call.ok[status];
  if (!content) throw new TypeError(`${call.id} declares no success with status ${status}`);
  void reply.code(status);
  // A bare string would leave as text.
  if (typeof body === 'string' && !isMarked(content))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  if (!isMarked(content)) return reply.send(body);
  if (content.kind === 'empty') return reply.send();
  if (content.kind === 'bytes') return reply.type(content.mediaType).send(body);
  void reply.type('text/event-stream');
  // Events without an end would be drained for nobody.
  if (reply.request.method === 'HEAD') return reply.send();
  return reply.send(eventStream(body, content.data, reply.raw));
}
