import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, start, type Running } from '../processes.ts';

interface Server extends Running {
  readonly url: URL;
  readonly pid: number;
  /** Lets it answer nothing more, its connections stay open. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly kill: () => Promise<void>;
}

/** Starts Debian's redis-server, which speaks Valkey's protocol. */
export async function startValkey(at?: number, ...args: string[]): Promise<Server> {
  const port = at ?? (await freePort());
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
  const child = start('redis-server', [...own, ...args]);
  while (!(await answers(port))) {
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
    stop: () => {
      signal('SIGCONT');
      return child.stop();
    },
  };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
