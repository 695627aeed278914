import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isHome } from '../../../.ci/homes.ts';
import { root } from './processes.ts';
import { product } from '#platform/contract/product/product.ts';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Only a product has a purpose. It runs its own tests, and those that apply to any product. */
const isProduct = product.purpose !== null;
const endToEnd = isProduct
  ? ['src/**/*.e2e.test.ts', '{test/product,platform/testing}/**/*.e2e.test.ts']
  : ['**/*.e2e.test.ts'];

const exclude = ['**/node_modules/**', '**/dist*/**'];
const unitTests = '**/*.test.{ts,tsx}';
const notUnit = [...exclude, '**/*.e2e.test.ts'];

/** Finds the platform's unit tests in a workspace, except those that apply to any product. */
const platformTests = (workspace: string) =>
  globSync(unitTests, { cwd: workspace, exclude: notUnit }).filter(
    (file) =>
      !isHome(join(relative(root, workspace), file)) && !/^(test\/product|platform\/testing)\//.test(file),
  );

// .ci/full sets FULL, to run the tests that are too slow for CI.
const longTests = process.env['FULL'] ? [] : ['**/*.full.e2e.test.ts'];
// No test depends on the speed of the machine.
const expect = { poll: { timeout: 30_000 } };

interface Options {
  /** False if the files of unit tests share modules. */
  readonly isolate?: boolean;
  /** Maximum number of concurrent files of unit tests. */
  readonly maxWorkers?: number;
  /** Maximum number of concurrent files of end-to-end tests; more than one only without fixed ports. */
  readonly endToEndWorkers?: number;
  /** Plugins of the unit tests. */
  readonly plugins?: NonNullable<ViteUserConfig['plugins']>;
  readonly resolve?: NonNullable<ViteUserConfig['resolve']>;
}

/**
 * Configures the tests of a workspace: `unit` needs only Node.js, `e2e` also what `.ci/prerequisites.ts` lists. In a product, `unit` has only the
 * product's tests; `platform` has the platform's unit tests.
 */
export function vitestProjects(
  workspace: string,
  { isolate = true, maxWorkers, endToEndWorkers = 1, plugins = [], resolve = {} }: Options = {},
) {
  const ofPlatform = platformTests(workspace);
  const unit = { isolate, expect, testTimeout: 60_000, hookTimeout: 60_000 };
  return defineConfig({
    test: {
      // A workspace of a product may have none.
      passWithNoTests: isProduct,
      ...(maxWorkers && { maxWorkers }),
      projects: [
        {
          plugins,
          resolve,
          test: {
            ...unit,
            name: 'unit',
            include: [unitTests],
            exclude: isProduct ? [...notUnit, ...ofPlatform] : notUnit,
          },
        },
        { plugins, resolve, test: { ...unit, name: 'platform', include: ofPlatform } },
        {
          test: {
            name: 'e2e',
            include: endToEnd,
            exclude: [...exclude, ...longTests],
            globalSetup: join(import.meta.dirname, '../test/build-test-bundles.ts'),
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
