import { resolve } from 'node:path';
import { build } from 'vite';
import { root } from '#platform/testing/processes.ts';
import { startBff, type RunningBff } from '#platform/testing/start-bff.ts';

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

export const testBundle = (name: keyof typeof testBundles): string =>
  resolve(root, 'bff', testBundles[name].outDir, 'main.js');

/** Returns the path of the built bundle. */
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

export const startTestBff = (env: Record<string, string> = {}): Promise<RunningBff> =>
  startBff(env, testBundle('calls'));
