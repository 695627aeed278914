import type { IncomingMessage } from 'node:http';

const waiting: (() => void)[] = [];

function runNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runNext);
}

const arrivals = new WeakMap<IncomingMessage, number>();

/** Milliseconds that a request has waited for its turn until now. */
export const waitedMs = (request: IncomingMessage): number =>
  performance.now() - (arrivals.get(request) ?? performance.now());

/**
 * Begins to work on one request in each turn of the event loop. libuv accepts one connection in a turn: if a turn begins everything that has
 * arrived, new callers wait for seconds.
 */
export function inTurn(request: IncomingMessage, work: () => void): void {
  arrivals.set(request, performance.now());
  waiting.push(work);
  if (waiting.length === 1) setImmediate(runNext);
}
