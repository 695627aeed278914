import { resolve } from 'node:path';
import { build } from 'vite';
import { freePort, root, start, waitUntilStarted, type Running } from './processes.ts';

const bundle = resolve(root, 'bff/dist-test/main.js');

/** Builds a production bundle that is never deployed, by default the one with the test calls; returns its path. */
export async function buildTestBundle({
  folder = root,
  entry = 'test/main-with-test-calls.ts',
  outDir = 'dist-test',
} = {}): Promise<string> {
  await build({
    root: resolve(folder, 'bff'),
    configFile: resolve(folder, 'bff/vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: entry, outDir },
  });
  return resolve(folder, 'bff', outDir, 'main.js');
}

export interface RunningBff extends Running {
  readonly port: number;
  readonly managementPort: number;
  readonly pid: number | undefined;
  /** The end of its log. */
  readonly output: () => string;
}

/** Starts the BFF alone, without nginx; it serves the built client, too. */
export async function startBff(
  env: Record<string, string> = {},
  main = bundle,
  base = '/web',
): Promise<RunningBff> {
  const [port, managementPort] = [await freePort(), await freePort()];
  const child = start('node', [main], {
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...env,
  });
  await waitUntilStarted(child, `http://127.0.0.1:${port}${base}/api/status`);
  return { port, managementPort, pid: child.pid, stop: child.stop, output: child.output };
}
