import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';

const waiting: (() => void)[] = [];

function beginNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginNext);
}

const waits = new WeakMap<IncomingMessage, number>();

/** Milliseconds that a request has waited before it began. */
export const waitedMs = (request: IncomingMessage): number => waits.get(request) ?? 0;

/** Milliseconds from the arrival of the request. */
export const elapsedMs = ({ request, elapsedTime }: FastifyReply): number =>
  waitedMs(request.raw) + elapsedTime;

/**
 * Begins to work on one request in each turn of the event loop. libuv accepts one connection in a turn: if a turn begins everything that has
 * arrived, new callers wait for seconds. A process with few requests does without.
 */
export function paced(request: IncomingMessage, work: () => void): void {
  const arrivedAt = performance.now();
  waiting.push(() => {
    waits.set(request, performance.now() - arrivedAt);
    work();
  });
  if (waiting.length === 1) setImmediate(beginNext);
}
