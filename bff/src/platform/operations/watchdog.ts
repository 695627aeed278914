import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';

const EVERY_MS = 1_000;
/** Node's defaults would take three times as much memory, in megabytes. */
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/** Starts a thread that ends this process where its event loop is blocked for 15 s: whatever started the process starts it anew. */
export function startWatchdog(log: FastifyBaseLogger): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), EVERY_MS).unref();
  const file = globalThis.IS_BUNDLE ? './watchdog-thread.js' : './watchdog-thread.ts';
  const thread = new Worker(new URL(file, import.meta.url), { workerData: beats, resourceLimits: MEMORY });
  thread.on('error', (error) => log.error(error, 'watchdog'));
  thread.unref();
}
