import { join } from 'node:path';
import { product } from '../src/contract/product.ts';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** A product says what it is for; the foundation that it is copied from does not. A product runs its own tests, and those that fit any product. */
const isProduct = product.purpose !== null;
const endToEnd = isProduct ? ['src/**/*.e2e.test.ts', 'test/product/**/*.e2e.test.ts'] : ['**/*.e2e.test.ts'];

const exclude = ['**/node_modules/**', '**/dist*/**'];
// What takes longer than CI has: .ci/full sets it.
const longTests = process.env['FULL'] ? [] : ['**/*.full.e2e.test.ts'];
// No test depends on the speed of the machine.
const expect = { poll: { timeout: 30_000 } };

interface Options {
  /** Of the unit tests: whether each file gets modules of its own. */
  readonly isolate?: boolean;
  /** Files of unit tests that run at once; a file that mostly waits needs no core of its own. */
  readonly maxWorkers?: number;
  /** Files of end-to-end tests that run at once: more than one, where none of them needs a fixed port. */
  readonly endToEndWorkers?: number;
  /** Of the unit tests: what the build has as well. */
  readonly plugins?: NonNullable<ViteUserConfig['plugins']>;
  readonly resolve?: NonNullable<ViteUserConfig['resolve']>;
}

/** The tests of a workspace: `unit` needs only Node; `e2e` needs what `.ci/prerequisites.ts` lists. */
export const vitestProjects = ({
  isolate = true,
  maxWorkers,
  endToEndWorkers = 1,
  plugins = [],
  resolve = {},
}: Options = {}) =>
  defineConfig({
    test: {
      // A workspace of a product may have none.
      passWithNoTests: isProduct,
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
            include: endToEnd,
            exclude: [...exclude, ...longTests],
            globalSetup: join(import.meta.dirname, 'build-test-bundles.ts'),
            maxWorkers: endToEndWorkers,
            // Tests that run at once mostly wait.
            maxConcurrency: 8,
            // Chromium drops what it loads when the networks of another test's containers come and go.
            retry: { count: 2, condition: /net::ERR_(?:NETWORK_CHANGED|SOCKET_NOT_CONNECTED)/ },
            expect,
            testTimeout: 120_000,
            hookTimeout: 600_000,
          },
        },
      ],
    },
  });
