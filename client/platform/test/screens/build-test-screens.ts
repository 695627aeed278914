import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { buildTestBundle, type TestBundle, testBundles } from '@web/bff/platform/test/test-bundles';
import { run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';

/** Files beneath `client/platform/test/`, with the files of the project that they replace. */
export const testScreenOverrides = {
  'screens/app/screens.ts': 'client/src/app/screens.ts',
  'screens/app/placeholders.tsx': 'client/src/app/placeholders.tsx',
  'screens/app/first-paint.ts': 'client/src/app/first-paint.ts',
  'screens/app/navigation.tsx': 'client/src/app/navigation.tsx',
  'screens/app/permissions.ts': 'bff/src/contract/permissions.ts',
  'screens/app/contract-calls.ts': 'bff/src/contract/calls/all.ts',
};

/** Replaces files in a copy of the project with files beneath `client/platform/test/`. */
export async function replaceFiles(
  folder: string,
  overrides: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [file, place] of Object.entries(overrides)) {
    const replacement = relative(dirname(place), `client/platform/test/${file}`);
    await writeFile(join(folder, place), `export * from '${replacement}';\n`);
  }
}

/** A built copy of the project: its folder, and the path of the BFF's bundle. */
export interface Built {
  readonly folder: string;
  readonly main: string;
}

/** Builds a copy of the project with the test screens and test calls. */
export async function buildTestScreens(
  overrides: Readonly<Record<string, string>> = testScreenOverrides,
  change: (folder: string) => Promise<void> = async () => {},
  bundle = testBundles.calls as TestBundle,
): Promise<Built> {
  const folder = await scratchCopy();
  await replaceFiles(folder, overrides);
  await change(folder);
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  return { folder, main: await buildTestBundle(bundle, folder) };
}
