const waiting: (() => void)[] = [];

function runNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runNext);
}

/**
 * Begins one piece of work in each turn of the event loop. libuv accepts one connection in a turn: if a turn begins everything that has
 * arrived, new callers wait for seconds.
 */
export function inTurn(work: () => void): void {
  waiting.push(work);
  if (waiting.length === 1) setImmediate(runNext);
}
