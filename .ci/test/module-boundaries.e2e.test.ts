import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';

let folder: string;

beforeAll(async () => {
  folder = await scratchCopy();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const lint = (file: string) =>
  run('oxlint', ['--deny-warnings', file], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );

test.each([
  ['the contract', 'bff/src/contract/planted.ts', `import { buildApp } from '../app.ts';`],
  [
    'the contract',
    'bff/src/contract/calls/planted.ts',
    `import { AppError } from '../../platform/app-error.ts';`,
  ],
  ['the contract', 'bff/src/contract/entities/planted.ts', `import fastify from 'fastify';`],
  ['the platform', 'bff/src/platform/planted.ts', `import { readConfig } from '../config.ts';`],
  [
    'the platform',
    'bff/src/platform/planted.ts',
    `import { getStatus } from '../calls/status/get-status.ts';`,
  ],
  ['an upstream', 'bff/src/upstreams/planted.ts', `import { AppError } from '#platform/app-error.ts';`],
  ['a call', 'bff/src/calls/status/planted.ts', `import { buildApp } from '../../app.ts';`],
  [
    'a feature of the client',
    'client/src/features/specification/planted.ts',
    `import { screens } from '../../app/screens.ts';`,
  ],
  ['the client’s platform', 'client/src/platform/planted.ts', `import { screens } from '../app/screens.ts';`],
  [
    'a component',
    'client/src/ui/planted.ts',
    `import { canonicalPath } from '#platform/canonical-address.ts';`,
  ],
])('%s does not go through a wrong target: %s', async (_room, file, line) => {
  const name = /\{ (\w+) \}|import (\w+)/.exec(line);
  await writeFile(join(folder, file), `${line}\nexport const planted = ${name?.[1] ?? name?.[2]};\n`);
  expect(await lint(file)).toContain('no-restricted-imports');
  await rm(join(folder, file));
});

test('of the BFF the client sees the contract alone', async () => {
  const file = join(folder, 'client/src/features/specification/planted.ts');
  await writeFile(file, `export { buildApp } from '@web/bff/src/app.ts';\n`);
  await expect(run('tsc', ['-p', 'client'], { cwd: folder })).rejects.toMatchObject({
    stdout: expect.stringContaining(`Cannot find module '@web/bff/src/app.ts'`),
  });
  await rm(file);
});

test('a feature of its own needs no change to the configuration', async () => {
  const files = {
    'bff/src/contract/calls/planted.ts': `import { defineCalls } from '../define-calls.ts';\nexport const planted = defineCalls({});\n`,
    'bff/src/calls/status/planted.ts': `import { AppError } from '#platform/app-error.ts';\nexport const planted = AppError;\n`,
    'client/src/features/specification/planted.ts': `import { API_PATH } from '@web/bff/contract/constants';\nexport const planted = API_PATH;\n`,
  };
  for (const [file, text] of Object.entries(files)) {
    await writeFile(join(folder, file), text);
    expect(await lint(file)).toBe('');
  }
});

test('a cycle between modules is found', async () => {
  const [one, other] = ['bff/src/platform/planted-one.ts', 'bff/src/platform/planted-other.ts'];
  await writeFile(
    join(folder, one),
    `import { other } from './planted-other.ts';\nexport const one = () => other;\n`,
  );
  await writeFile(
    join(folder, other),
    `import { one } from './planted-one.ts';\nexport const other = () => one;\n`,
  );
  expect(await lint(one)).toContain('no-cycle');
});
