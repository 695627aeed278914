import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';

let folder: string;

beforeEach(async () => {
  folder = await scratchCopy();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const build = () =>
  run('node', ['client/vite/build.ts'], { cwd: folder }).then(
    () => 'built',
    (error: { stderr: string }) => error.stderr,
  );

const inLayout = async (from: string, to: string) => {
  const path = join(folder, 'client/src/app/layout.tsx');
  const source = await readFile(path, 'utf8');
  expect(source).toContain(from);
  await writeFile(path, source.replace(from, to));
};

test('the layout may call the BFF', async () => {
  await inLayout(
    '  useAskBeforeLeaving();',
    `  useAskBeforeLeaving();\n  useEffect(() => void api('GET /status'), []);`,
  );
  await inLayout(
    `import './layout.css';`,
    `import './layout.css';\nimport { useEffect } from 'react';\nimport { api } from '#platform/api/api.ts';`,
  );
  expect(await build()).toBe('built');
});

test('a layout that cannot be rendered in Node fails the build with its cause', async () => {
  await inLayout(
    '  useAskBeforeLeaving();',
    '  useAskBeforeLeaving();\n  document.title = document.title.trim();',
  );
  const output = await build();
  expect(output).toContain(
    'The frame of the document could not be rendered: ReferenceError: document is not defined',
  );
  expect(output).not.toContain('ENOENT');
});
