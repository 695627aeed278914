import { afterAll } from 'vitest';
import type { Running } from '@web/bff/test/processes';

/** Returns a function that takes what was started, and stops all of it, the last first, after the tests of the file. */
export function stopAfterAll(): <Process extends Running>(process: Process) => Process {
  const running: Running[] = [];
  afterAll(async () => {
    for (const process of running.toReversed()) await process.stop();
  });
  return (process) => {
    running.push(process);
    return process;
  };
}
