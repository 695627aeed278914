import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Requests that begin in one turn of the event loop. */
const AT_ONCE = 8;

const waiting: (() => void)[] = [];
let begun = 0;

function nextTurn(): void {
  for (begun = 0; begun < AT_ONCE && waiting.length > 0; begun += 1) waiting.shift()?.();
  if (begun > 0) setImmediate(nextTurn);
}

const waits = new WeakMap<IncomingMessage, number>();

/** Milliseconds that a request has waited before it began. */
export const waitedMs = (request: IncomingMessage): number => waits.get(request) ?? 0;

/** Milliseconds from the arrival of the request. */
export const elapsedMs = ({ request, elapsedTime }: FastifyReply): number =>
  waitedMs(request.raw) + elapsedTime;

/**
 * Begins to work on a few requests in each turn of the event loop. libuv accepts one connection in a turn: if a turn begins everything that has
 * arrived, new callers wait for seconds.
 */
export function paced(request: IncomingMessage, work: () => void): void {
  if (begun === 0) setImmediate(nextTurn);
  if (begun < AT_ONCE) {
    begun += 1;
    return work();
  }
  const arrivedAt = performance.now();
  waiting.push(() => {
    waits.set(request, performance.now() - arrivedAt);
    work();
  });
}
