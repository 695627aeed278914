import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, start, type Running } from '#platform/testing/processes.ts';

interface Server extends Running {
  readonly url: URL;
  readonly pid: number;
  /** Suspends the server's process (SIGSTOP). The connections stay open. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly kill: () => Promise<void>;
}

/** Starts Debian's redis-server, which speaks Valkey's protocol. */
export async function startValkey(at?: number, ...args: string[]): Promise<Server> {
  const port = at ?? (await freePort());
  // Uses a new folder, because redis-server loads any data that it finds in its folder.
  const folder = await mkdtemp(join(tmpdir(), 'valkey-'));
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const own = [...place, '--save', '', '--repl-diskless-sync-delay', '0'];
  const child = start('redis-server', [...own, ...args]);
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`redis-server did not start: ${child.output()}`);
    await sleep(20);
  }
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  return {
    url: new URL(`redis://127.0.0.1:${port}`),
    pid: child.pid ?? 0,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    kill: async () => {
      const ended = once(child, 'close');
      signal('SIGKILL');
      await ended;
    },
    stop: async () => {
      signal('SIGCONT');
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
