import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export const root = resolve(import.meta.dirname, '../..');
export const run = promisify(execFile);

/** Whatever a test starts and has to stop. */
export interface Running {
  readonly stop: () => Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export function start(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = root,
): ChildProcess & Running & { said: () => string } {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (said = `${said}${data}`.slice(-10_000)));
  child.on('error', (error) => (said += error.message));
  return Object.assign(child, {
    said: () => said,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      // With what it has started itself: npm leaves its children behind.
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await ended;
    },
  });
}

/** Waits until a started process answers; one that does not is stopped, and what it said is told. */
export async function started(
  child: ReturnType<typeof start>,
  address: string,
  every?: number,
): Promise<void> {
  try {
    await answering(address, 200, every);
  } catch (cause) {
    await child.stop();
    throw new Error(`${child.spawnargs.join(' ')} said: ${child.said()}`, { cause });
  }
}

/** Waits until the address answers with the status, 30 s at most, asking again after some milliseconds. */
export async function answering(address: string, status = 200, every = 100): Promise<void> {
  const until = Date.now() + 30_000;
  let last: unknown;
  while (Date.now() < until) {
    try {
      const answer = await fetch(address);
      if (answer.status === status) return;
      last = answer.status;
    } catch (error) {
      last = error;
    }
    await sleep(every);
  }
  throw new Error(`${address} does not answer ${status} within 30 s`, { cause: last });
}
