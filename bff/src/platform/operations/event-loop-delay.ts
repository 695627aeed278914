import { Histogram, type Registry } from '@prometheus-io/client';

/** Node's own monitor wakes an idle process a hundred times a second. */
const EVERY_MS = 1_000;

/** Measures how late a timer fires, which is how long a request waits for the event loop. Returns how to stop. */
export function measureEventLoopDelay(registry: Registry): () => void {
  const delay = new Histogram({
    name: 'event_loop_delay_seconds',
    help: 'How late a timer fires, once a second',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  let dueAt = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    delay.observe(Math.max(0, now - dueAt) / 1_000);
    dueAt = now + EVERY_MS;
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
