import { fileURLToPath } from 'node:url';
import { waitForStatus, freePort, start, type Running } from '../test/processes.ts';

export interface Server extends Running {
  readonly origin: string;
  readonly pids: () => readonly number[];
}

/** Starts a server of `bff/bench` and waits until it answers. */
async function openServer(file: URL, env: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  // Lines of the log go nowhere: nobody reads what `start` keeps of them.
  const child = start('sh', ['-c', 'exec node "$0" >/dev/null', fileURLToPath(file)], {
    PORT: String(port),
    ...env,
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitForStatus(`${origin}/web/api/things/42`);
  } catch (cause) {
    await child.stop();
    throw new Error(`${file.href} did not start: ${child.output()}`, { cause });
  }
  return { origin, pids: () => [child.pid ?? 0], stop: child.stop };
}

/** Lets the work have servers, and stops them whatever becomes of it. */
export async function withServers(work: (open: typeof openServer) => Promise<void>): Promise<void> {
  const servers: Server[] = [];
  try {
    await work(async (file, env) => {
      const server = await openServer(file, env);
      servers.unshift(server);
      return server;
    });
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** What an address answers; anything but 200 and JSON is thrown. */
export async function jsonOf(address: string): Promise<unknown> {
  const answer = await fetch(address);
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
  return answer.json();
}
