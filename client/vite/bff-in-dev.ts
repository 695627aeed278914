import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'vite';
import { platformErrors } from '@web/bff/contract/kit/platform-errors';
import { isBeneathApi } from '@web/bff/edge/paths';
import { problem } from '@web/bff/edge/problem';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = resolve(ROOT, 'bff/src');
const HOST = '127.0.0.1';
/** For this long a call waits for a BFF that does not listen. */
const WAIT_MS = 5_000;
/** Within this time a BFF that has stopped starts again, if a file has changed. */
const RESTART_MS = 500;

/**
 * Runs the BFF beside Vite and restarts it when one of its files changes. Calls wait until it listens; Vite's proxy passes them on. The base
 * path without a slash is redirected to the same with a slash.
 */
export function bffInDev({ basePath, port }: { basePath: string; port: number }): Plugin {
  let bff: ChildProcess | undefined;
  let changes: NodeJS.Timeout | undefined;
  let restarted = Promise.resolve();
  const isRunning = () => bff?.exitCode === null && bff.signalCode === null;

  const start = (): void => {
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST,
      MANAGEMENT_PORT: process.env['MANAGEMENT_PORT'] ?? '0',
    };
    bff = spawn(process.execPath, ['bff/src/main.ts'], { cwd: ROOT, env, stdio: 'inherit' });
  };
  const stop = async (): Promise<void> => {
    if (!bff || !isRunning()) return;
    bff.kill();
    await once(bff, 'exit');
  };
  const kill = (): void => void bff?.kill();
  // Vite handles SIGTERM only, and a process that a signal ends emits no `exit`.
  const interrupt = (): void => process.exit(130);
  const onChange = (_event: string, file: string): void => {
    if (!file.startsWith(SOURCES) || file.endsWith('.test.ts')) return;
    clearTimeout(changes);
    // Editors write several files at once. A restart waits for the one before it: otherwise two BFFs could start.
    changes = setTimeout(() => {
      restarted = restarted.then(stop).then(start);
    }, 50);
  };

  /** Lets a call go on to Vite's proxy as soon as the BFF listens; otherwise answers with a problem. */
  async function waitForBff(response: ServerResponse, next: () => void): Promise<void> {
    if (await isListening(port, isRunning)) next();
    else sendUnavailable(response, isRunning());
  }

  return {
    name: 'bff-in-dev',
    // Vitest starts a Vite server, too, which needs no BFF.
    apply: (_, { command, mode }) => command === 'serve' && mode !== 'test',
    configureServer(server) {
      // When Vite restarts itself, its old server and the old BFF end before the new server listens.
      server.httpServer?.once('listening', () => {
        start();
        process.once('exit', kill).once('SIGINT', interrupt);
        server.watcher.add(SOURCES).on('all', onChange);
      });
      server.middlewares.use((request, response, next) => {
        const [path = '', query = ''] = (request.url ?? '').split(/(?=\?)/, 2);
        if (isBeneathApi(path)) return void waitForBff(response, next);
        if (path !== basePath) return next();
        response.writeHead(302, { Location: `${basePath}/${query}`, 'Cache-Control': 'no-store' }).end();
      });
    },
    async closeBundle() {
      clearTimeout(changes);
      process.off('exit', kill).off('SIGINT', interrupt);
      await restarted;
      await stop();
    },
  };
}

/** Whether the BFF listens, after waiting for it at most `WAIT_MS`, or as long as a restart takes to begin if it does not run. */
async function isListening(port: number, isRunning: () => boolean): Promise<boolean> {
  const from = Date.now();
  while (Date.now() - from < (isRunning() ? WAIT_MS : RESTART_MS)) {
    const socket = connect(port, HOST);
    const connected = await once(socket, 'connect').catch(() => undefined);
    socket.destroy();
    if (connected) return true;
    await sleep(100);
  }
  return false;
}

function sendUnavailable(response: ServerResponse, isStarting: boolean): void {
  const detail = isStarting
    ? 'The BFF is starting. Please try again in a moment.'
    : 'The BFF has stopped with an error: see the terminal of npm run dev. It restarts when one of its files changes.';
  const requestId = randomUUID();
  const body = problem('unavailable', { ...platformErrors.unavailable, detail }, requestId);
  response.writeHead(503, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  });
  response.end(JSON.stringify(body));
}
