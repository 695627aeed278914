import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleCopy } from '@web/bff/platform/test/scratch-copy';
import { run } from '@web/bff/platform/testing/processes';
import type { Built } from './screens/build-test-screens.ts';

export interface BuiltExample extends Built {
  /** Example values of the BFF's settings. Its backend services are unreachable. */
  readonly settings: Record<string, string>;
}

/** Builds a copy of the project with the example product. `files` replace files of the copy. */
export async function buildExample(files: Readonly<Record<string, string>> = {}): Promise<BuiltExample> {
  const folder = await exampleCopy();
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  const env = ['bff/platform/testing/product-env.ts', 'http://not-used.invalid'];
  const { stdout } = await run('node', env, { cwd: folder });
  return {
    folder,
    main: join(folder, 'bff/dist/main.js'),
    settings: JSON.parse(stdout) as Record<string, string>,
  };
}
