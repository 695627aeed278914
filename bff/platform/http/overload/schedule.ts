import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';

const waiting: (() => void)[] = [];

function beginNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginNext);
}

const waits = new WeakMap<IncomingMessage, number>();

/** Milliseconds that `schedule` has delayed a request. */
export const waitedMs = (request: IncomingMessage): number => waits.get(request) ?? 0;

export const elapsedMs = ({ request, elapsedTime }: FastifyReply): number =>
  waitedMs(request.raw) + elapsedTime;

/**
 * Starts at most one request per turn of the event loop. libuv accepts one connection per turn, so a long turn would keep new clients waiting for
 * seconds. Call this only while many requests are in progress.
 */
export function schedule(request: IncomingMessage, work: () => void): void {
  const arrivedAt = performance.now();
  waiting.push(() => {
    waits.set(request, performance.now() - arrivedAt);
    work();
  });
  if (waiting.length === 1) setImmediate(beginNext);
}
