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

/**
 * Ports that nothing listens at, none of them twice. They lie below those that the kernel picks itself, for outgoing
 * connections and port 0 (Linux: from 32768), so none is taken before the one who asked listens at it; and above those that
 * browsers refuse (Fetch Standard, "port blocking": up to 10080).
 */
const ports = { from: 20_000, to: 32_000 };
let next = ports.from + Math.floor(Math.random() * (ports.to - ports.from));

export async function freePort(): Promise<number> {
  for (let tries = ports.to - ports.from; tries > 0; tries -= 1) {
    const port = next;
    next = port + 1 < ports.to ? port + 1 : ports.from;
    if (await isFree(port)) return port;
  }
  throw new Error(`every port from ${ports.from} to ${ports.to - 1} is taken`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
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
export async function waitUntilStarted(
  child: ReturnType<typeof start>,
  address: string,
  every?: number,
): Promise<void> {
  try {
    await waitForStatus(address, 200, every);
  } catch (cause) {
    await child.stop();
    throw new Error(`${child.spawnargs.join(' ')} said: ${child.said()}`, { cause });
  }
}

/** Waits until the address answers with the status, 30 s at most, asking again after some milliseconds. */
export async function waitForStatus(address: string, status = 200, every = 100): Promise<void> {
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
