import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { product } from '#platform/contract/product/product.ts';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

// The tests of `example/` run in a copy, in which it replaces `src/`.
const exclude = ['**/node_modules/**', '**/dist*/**', 'example/**'];
/** Script that builds the bundles for the platform's own end-to-end tests. A product has neither these tests nor the script. */
const testBundles = join(import.meta.dirname, '../test/build-test-bundles.ts');

// .ci/full sets FULL, to run the tests that are too slow for CI.
const longTests = process.env['FULL'] ? [] : ['**/*.full.e2e.test.ts'];
// Polls for up to 30 s, so that no test depends on the speed of the machine.
const expect = { poll: { timeout: 30_000 } };

interface Options {
  /** If false, unit test files in the same worker share modules. */
  readonly isolate?: boolean;
  /** Maximum number of unit test files that run concurrently. */
  readonly maxWorkers?: number;
  /** Maximum number of end-to-end test files that run concurrently. Must be 1 if the tests use fixed ports. */
  readonly endToEndWorkers?: number;
  /** Paths of modules that run once before the end-to-end tests. Ignored if they do not exist, as in a product. */
  readonly endToEndSetup?: readonly string[];
  /** Plugins of the unit tests. */
  readonly plugins?: NonNullable<ViteUserConfig['plugins']>;
  readonly resolve?: NonNullable<ViteUserConfig['resolve']>;
}

/** Configures the tests of a workspace: `unit` needs only Node.js, `e2e` also the programs in `.ci/prerequisites.ts`. */
export function vitestProjects({
  isolate = true,
  maxWorkers,
  endToEndWorkers = 1,
  endToEndSetup = [],
  plugins = [],
  resolve = {},
}: Options = {}) {
  return defineConfig({
    test: {
      // A workspace of a product may have no tests.
      passWithNoTests: product.purpose !== null,
      ...(maxWorkers && { maxWorkers }),
      projects: [
        {
          plugins,
          resolve,
          test: {
            name: 'unit',
            include: ['**/*.test.{ts,tsx}'],
            exclude: [...exclude, '**/*.e2e.test.ts'],
            isolate,
            expect,
            testTimeout: 60_000,
            hookTimeout: 60_000,
          },
        },
        {
          test: {
            name: 'e2e',
            include: ['**/*.e2e.test.ts'],
            exclude: [...exclude, ...longTests],
            globalSetup: [testBundles, ...endToEndSetup].filter((file) => existsSync(file)),
            maxWorkers: endToEndWorkers,
            maxConcurrency: 8,
            // Chromium aborts requests when another test adds or removes container networks.
            retry: { count: 2, condition: /net::ERR_(?:NETWORK_CHANGED|SOCKET_NOT_CONNECTED)/ },
            expect,
            testTimeout: 120_000,
            hookTimeout: 600_000,
          },
        },
      ],
    },
  });
}
