import { join } from 'node:path';
import { waitForStatus, freePort, start } from '#platform/testing/processes.ts';

export interface Server {
  readonly origin: string;
  readonly pids: readonly number[];
}

// Discards the server's log, because reading the log would distort the measurement.
const COMMAND = 'exec ${CPU:+taskset -c "$CPU"} node --max-semi-space-size=32 "$0" >/dev/null';

/** Starts a server of `bff/platform/bench/servers`, pinned to the core `env.CPU` if set, and waits until it responds. */
type Open = (name: string, env?: Record<string, string>) => Promise<Server>;

/** Calls `work` with a function that starts servers. Stops the servers afterwards. */
export async function withServers(work: (open: Open) => Promise<void>): Promise<void> {
  const running: ReturnType<typeof start>[] = [];
  try {
    await work(async (name, env = {}) => {
      const port = await freePort();
      const main = join(import.meta.dirname, `servers/${name}.ts`);
      const child = start('sh', ['-c', COMMAND, main], { PORT: String(port), ...env });
      running.unshift(child);
      const origin = `http://127.0.0.1:${port}`;
      await waitForStatus(`${origin}/web/api/things/42`);
      return { origin, pids: [child.pid ?? 0] };
    });
  } finally {
    for (const child of running) await child.stop();
  }
}
