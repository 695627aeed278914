import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export const root = resolve(import.meta.dirname, '../../..');
export const run = promisify(execFile);

export interface Running {
  readonly stop: () => Promise<void>;
}

/**
 * Range of ports for tests. Below the kernel's ephemeral ports (Linux: from 32768), so that nothing else takes a port before a test listens on it.
 * Above the ports that browsers block (Fetch Standard, "port blocking"). Valkey's cluster bus uses its server's port plus 10,000, which is outside of
 * the range.
 */
const ports = { from: 20_000, to: 30_000 };
// Each of Vitest's concurrent workers has its own ports: otherwise another worker could take a port in the minutes before a test listens on it.
const PORTS_PER_WORKER = 1_000;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0);
const first = ports.from + ((worker * PORTS_PER_WORKER) % (ports.to - ports.from));
let offset = Math.floor(Math.random() * PORTS_PER_WORKER);

/** Finds a free port. Successive calls return different ports. */
export async function freePort(): Promise<number> {
  for (let tries = PORTS_PER_WORKER; tries > 0; tries -= 1) {
    const port = first + offset;
    offset = (offset + 1) % PORTS_PER_WORKER;
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${first} to ${first + PORTS_PER_WORKER - 1} are taken`);
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

const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const { pid, exitCode, signalCode } of started)
    if (pid && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
});

/** Starts a program. `output` returns the last 10,000 characters of its output. `stop` ends its process group. */
export function start(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = root,
  output: 'pipe' | 'inherit' = 'pipe',
): ChildProcess & Running & { output: () => string } {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (printed = `${printed}${data}`.slice(-10_000)));
  child.on('error', (error) => (printed += error.message));
  // A process that has exited may still have output in its pipes.
  const closed = new Promise((done) => child.once('close', done));
  started.add(child);
  return Object.assign(child, {
    output: () => printed,
    stop: async () => {
      // Stops the whole process group, because npm does not stop its children.
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM');
      await closed;
    },
  });
}

/** Waits until a process responds with 200. If it ends or takes too long, stops it and throws an error with its output. */
export async function waitUntilStarted(
  child: ReturnType<typeof start>,
  url: string,
  everyMs?: number,
): Promise<void> {
  try {
    await waitForStatus(url, 200, everyMs, () => child.exitCode !== null || child.signalCode !== null);
  } catch (cause) {
    await child.stop();
    throw new Error(`${child.spawnargs.join(' ')} did not start: ${child.output()}`, { cause });
  }
}

/** Sends a request every `everyMs` milliseconds until the response has the status. Throws after 60 s, or once `hasEnded` returns true. */
export async function waitForStatus(
  url: string,
  status = 200,
  everyMs = 100,
  hasEnded = () => false,
): Promise<void> {
  const until = Date.now() + 60_000;
  let last: unknown;
  while (Date.now() < until && !hasEnded()) {
    try {
      const response = await fetch(url);
      if (response.status === status) return;
      last = response.status;
    } catch (error) {
      last = error;
    }
    await sleep(everyMs);
  }
  throw new Error(`${url} does not return ${status}`, { cause: last });
}
