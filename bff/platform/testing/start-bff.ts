import { once } from 'node:events';
import { resolve } from 'node:path';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { freePort, root, start, waitUntilStarted, type Running } from './processes.ts';

export interface RunningBff extends Running {
  readonly port: number;
  readonly managementPort: number;
  readonly pid: number | undefined;
  readonly exitCode: () => Promise<number | null>;
  /** Returns the end of the log. */
  readonly output: () => string;
}

/** Starts the BFF without nginx, by default as `npm run build` built it. The BFF also serves the built client. */
export async function startBff(
  env: Record<string, string> = {},
  main = resolve(root, 'bff/dist/main.js'),
  base = BASE_PATH,
): Promise<RunningBff> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const managementPort = Number(env['MANAGEMENT_PORT'] ?? (await freePort()));
  const child = start('node', [main], {
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...env,
  });
  await waitUntilStarted(child, `http://127.0.0.1:${port}${base}/api/status`);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const exitCode = async () => (await ended)[0];
  return { port, managementPort, pid: child.pid, exitCode, stop: child.stop, output: child.output };
}
