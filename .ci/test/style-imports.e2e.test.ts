import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';

test('the check of style imports names each import of a style sheet that does not exist, and accepts the others', async () => {
  const folder = await scratchCopy();
  onTestFinished(() => rm(folder, { recursive: true }));
  const check = () => run('node', ['.ci/style-imports.ts'], { cwd: folder });
  await check();
  const files = {
    'planted.tsx': `import './planted.css';
import './gone-1.css';
import {
  card,
} from './gone-2.module.css';
import '#platform/ui/gone-3.css?inline';
import '#platform/ui/page.css';
import 'a-package/gone.css';
export const planted = card;
`,
    'planted.css': `@import './layout.css';\n@import "./gone-4.css" layer(base);\n`,
  };
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, 'client/src/app', name), text);
  const { stderr } = (await check().catch((error: unknown) => error)) as { readonly stderr: string };
  expect(stderr.trim().split('\n').toSorted()).toEqual([
    'client/src/app/planted.css: ./gone-4.css does not exist',
    'client/src/app/planted.tsx: #platform/ui/gone-3.css does not exist',
    'client/src/app/planted.tsx: ./gone-1.css does not exist',
    'client/src/app/planted.tsx: ./gone-2.module.css does not exist',
  ]);
});
