import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';

test('npm test passes at a BASE_PATH of two segments', async () => {
  const folder = await scratchCopy();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const constants = join(folder, 'bff/src/contract/constants.ts');
  const text = await readFile(constants, 'utf8');
  await writeFile(constants, text.replace(`BASE_PATH = '/web'`, `BASE_PATH = '/ops/on-call'`));
  const { stdout } = await run('npm', ['test'], { cwd: folder, maxBuffer: 1 << 26 });
  expect(stdout).not.toContain('failed');
});
