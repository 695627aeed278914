import { buildTestBundle, testBundles } from './test-bundles.ts';

/** Builds all test bundles once before the end-to-end tests of a workspace, because several files use them. */
export async function setup(): Promise<void> {
  for (const bundle of Object.values(testBundles)) await buildTestBundle(bundle);
}
