import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'vite';
import { platformErrors } from '@web/bff/platform/contract/platform-errors';
import { notSavedPage } from '@web/bff/platform/edge/error-pages';
import { isBeneathApi } from '@web/bff/platform/edge/paths';
import { problem } from '@web/bff/platform/edge/problem';

const ROOT = resolve(import.meta.dirname, '../../..');
const SOURCES = ['bff/src', 'bff/platform'].map((folder) => resolve(ROOT, folder));
const HOST = '127.0.0.1';
/** Time a call waits for a running BFF to listen. */
const WAIT_MS = 5_000;
/** Time a call waits for a stopped BFF to restart. */
const RESTART_MS = 500;

/**
 * Runs the BFF next to Vite, and restarts the BFF when its files change. Calls wait until the BFF listens. Also redirects `/web` to `/web/`, and
 * responds to a form that the browser has sent to a document.
 */
export function bffInDev({ basePath, port }: { basePath: string; port: number }): Plugin {
  let bff: ChildProcess | undefined;
  let changes: NodeJS.Timeout | undefined;
  let restarted = Promise.resolve();
  const isRunning = () => bff?.exitCode === null && bff.signalCode === null;
  const isStopping = () => bff?.killed === true;

  const start = (): void => {
    const own = { NODE_ENV: 'development', PORT: String(port), HOST };
    const env = { MANAGEMENT_PORT: '0', ...process.env, ...own };
    bff = spawn(process.execPath, ['bff/platform/main.ts'], { cwd: ROOT, env, stdio: 'inherit' });
  };
  const stop = async (): Promise<void> => {
    if (!bff || !isRunning()) return;
    bff.kill();
    await once(bff, 'exit');
  };
  const kill = (): void => void bff?.kill();
  // Turns Ctrl+C into a normal exit, so that the `exit` handler stops the BFF. A process killed by SIGINT would emit no `exit` event.
  const interrupt = (): void => process.exit(130);
  const onChange = (_event: string, file: string): void => {
    if (!SOURCES.some((folder) => file.startsWith(folder)) || file.endsWith('.test.ts')) return;
    clearTimeout(changes);
    // Debounced, because editors write several files at once. Chained, so that two BFFs never run at once.
    changes = setTimeout(() => {
      restarted = restarted.then(stop).then(start);
    }, 50);
  };

  /** Resolves when the BFF listens, or has ended. */
  async function bffHasStarted(): Promise<void> {
    while (!(await isListening(port, isRunning, isStopping)) && isRunning());
  }

  async function waitForBff(response: ServerResponse, next: () => void): Promise<void> {
    if (await isListening(port, isRunning, isStopping)) next();
    else sendUnavailable(response, isRunning());
  }

  return {
    name: 'bff-in-dev',
    // Vitest's server needs no BFF.
    apply: (_, { command, mode }) => command === 'serve' && mode !== 'test',
    configureServer(server) {
      // Prints the address to open last, after the lines of the starting BFF.
      const printUrls = server.printUrls.bind(server);
      server.printUrls = () => void bffHasStarted().then(printUrls);
      // Starts the BFF once Vite listens. By then, a restarting Vite has closed the old server, and `closeBundle` has stopped the old BFF.
      server.httpServer?.once('listening', () => {
        start();
        process.once('exit', kill).once('SIGINT', interrupt);
        server.watcher.add(SOURCES).on('all', onChange);
      });
      server.middlewares.use((request, response, next) => {
        const [path = '', query = ''] = (request.url ?? '').split(/(?=\?)/, 2);
        if (isBeneathApi(path)) return void waitForBff(response, next);
        if (request.method === 'POST') return sendNotSaved(response);
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

/** Waits for the BFF to listen. Resolves with false after `WAIT_MS`, or after `RESTART_MS` if the BFF is not running. */
async function isListening(port: number, isRunning: () => boolean, isStopping: () => boolean) {
  const from = Date.now();
  while (Date.now() - from < (isRunning() ? WAIT_MS : RESTART_MS)) {
    // Ignores a BFF that is stopping, because it may close its port before the call arrives.
    if ((await canConnect(port)) && !isStopping()) return true;
    await sleep(100);
  }
  return false;
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, HOST);
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
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

function sendNotSaved(response: ServerResponse): void {
  response.writeHead(405, {
    allow: 'GET, HEAD',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(notSavedPage);
}
