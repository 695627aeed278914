import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const EVERY_MS = 1_000;

/** How many descriptors this process may have open; undefined where the system has no `/proc`. */
function maxDescriptors(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/**
 * Connections take at most half of the descriptors: without one left, calls could not reach their backend services. More connections are
 * closed, with a line a second in the log.
 */
export function limitConnections({ server, log }: Pick<FastifyInstance, 'server' | 'log'>): void {
  const max = maxDescriptors();
  if (max === undefined) return;
  server.maxConnections = Math.floor(max / 2);
  let refused = 0;
  server.on('drop', () => {
    if (refused === 0)
      setTimeout(() => {
        log.warn({ refused, max_descriptors: max }, 'connections refused: descriptors at their limit');
        refused = 0;
      }, EVERY_MS).unref();
    refused += 1;
  });
}
