import { afterAll } from 'vitest';
import type { Running } from '@web/bff/platform/testing/processes';

/** Returns a function that registers a process. After the tests of the file, stops the processes in reverse order. */
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
