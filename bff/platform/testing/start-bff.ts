import { once } from 'node:events';
import { resolve } from 'node:path';
import { build } from 'vite';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { freePort, root, start, waitUntilStarted, type Running } from './processes.ts';

export interface TestBundle {
  readonly entry: string;
  readonly outDir: string;
}

/** Production bundles for tests, which `build-test-bundles.ts` builds before the end-to-end tests. */
export const testBundles = {
  calls: { entry: 'platform/test/main-with-test-calls.ts', outDir: 'dist-test' },
  sessions: { entry: 'platform/test/session/main-with-sessions.ts', outDir: 'dist-test-sessions' },
  tracing: { entry: 'platform/test/tracing/main-with-upstream.ts', outDir: 'dist-test-tracing' },
} as const;

/** Returns the path of a built bundle. */
export const testBundle = (name: keyof typeof testBundles): string =>
  resolve(root, 'bff', testBundles[name].outDir, 'main.js');

/** Builds a bundle, by default the one with the test calls. Returns its path. */
export async function buildTestBundle(
  { entry, outDir }: TestBundle = testBundles.calls,
  folder = root,
): Promise<string> {
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
  /** Resolves with the exit code at exit. */
  readonly exitCode: () => Promise<number | null>;
  /** Returns the end of the log. */
  readonly output: () => string;
}

/** Starts the BFF without nginx. It serves the built client, too. */
export async function startBff(
  env: Record<string, string> = {},
  main = testBundle('calls'),
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
