import { buildTestBundle, testBundles } from './start-bff.ts';

/** Before the end-to-end tests of a workspace: builds what they start, once, as two files may use a bundle at the same time. */
export async function setup(): Promise<void> {
  for (const bundle of Object.values(testBundles)) await buildTestBundle(bundle);
}
