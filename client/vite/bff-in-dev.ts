import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

interface Options {
  readonly basePath: string;
  readonly port: number;
}

/** Runs the BFF beside Vite, restarted on change by `node --watch`, and sends the base path without a slash to the one with it. */
export function bffInDev({ basePath, port }: Options): Plugin {
  let bff: ChildProcess | undefined;

  const start = (): void => {
    bff = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'bff/src/main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        MANAGEMENT_PORT: process.env['MANAGEMENT_PORT'] ?? '0',
      },
      stdio: 'inherit',
    });
    process.once('exit', kill);
    process.once('SIGINT', interrupt);
  };
  const kill = (): void => void bff?.kill();
  // Vite takes care of SIGTERM only; a process that ends by a signal emits no `exit`.
  const interrupt = (): void => process.exit(130);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    process.off('SIGINT', interrupt);
    if (!bff || bff.exitCode !== null || bff.signalCode !== null) return;
    bff.kill();
    await once(bff, 'exit');
  };

  return {
    name: 'bff-in-dev',
    // Vitest, too, starts a Vite server, and wants no BFF.
    apply: (_, { command, mode }) => command === 'serve' && mode !== 'test',
    configureServer(server) {
      // When Vite restarts itself, the new server listens only after the old one, and its BFF, have gone.
      server.httpServer?.once('listening', start);
      server.middlewares.use((request, response, next) => {
        const [path, query] = (request.url ?? '').split(/(?=\?)/, 2);
        if (path !== basePath) return next();
        response.writeHead(302, { Location: `${basePath}/${query ?? ''}`, 'Cache-Control': 'no-store' });
        response.end();
      });
    },
    closeBundle: stop,
  };
}
