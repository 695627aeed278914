import { join } from 'node:path';
import { waitForStatus, freePort, start, type Running } from '../test/processes.ts';

export interface Server extends Running {
  readonly origin: string;
  readonly pids: () => readonly number[];
}

/** Starts a server of `bff/bench/servers`, with `CPU` on that one, and waits until it answers. */
async function openServer(name: string, env: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  // The log is dropped, so that collecting it costs nothing.
  const child = start(
    'sh',
    [
      '-c',
      'exec ${CPU:+taskset -c "$CPU"} node --max-semi-space-size=32 "$0" >/dev/null',
      join(import.meta.dirname, `servers/${name}.ts`),
    ],
    {
      PORT: String(port),
      ...env,
    },
  );
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitForStatus(`${origin}/web/api/things/42`);
  } catch (cause) {
    await child.stop();
    throw new Error(`${name} did not start: ${child.output()}`, { cause });
  }
  return { origin, pids: () => [child.pid ?? 0], stop: child.stop };
}

/** Runs the work with a function that starts servers, and stops them at its end. */
export async function withServers(work: (open: typeof openServer) => Promise<void>): Promise<void> {
  const servers: Server[] = [];
  try {
    await work(async (name, env) => {
      const server = await openServer(name, env);
      servers.unshift(server);
      return server;
    });
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** The JSON of a response. Throws unless its status is 200. */
export async function jsonOf(address: string): Promise<unknown> {
  const answer = await fetch(address);
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
  return answer.json();
}
