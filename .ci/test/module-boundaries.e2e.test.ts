import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

/** Lints a new file with one import, and removes it. */
async function lintImport(file: string, from: string): Promise<string> {
  await mkdir(join(folder, dirname(file)), { recursive: true });
  await writeFile(join(folder, file), `import { name } from '${from}';\nexport const planted = name;\n`);
  try {
    return await lint(file);
  } finally {
    await rm(join(folder, file));
  }
}

test.each([
  ['bff/src/contract/planted.ts', '../app.ts'],
  ['bff/src/contract/calls/planted.ts', '../../platform/http/compression.ts'],
  ['bff/src/contract/entities/planted.ts', 'fastify'],
  ['bff/src/contract/kit/planted.ts', '../../edge/paths.ts'],
  ['bff/src/edge/planted.ts', '../platform/http/compression.ts'],
  ['bff/src/edge/planted.ts', '#platform/http/compression.ts'],
  ['bff/src/platform/http/planted.ts', '../../config.ts'],
  ['bff/src/platform/operations/planted.ts', '../../calls/status/get-status.ts'],
  ['bff/src/platform/planted.ts', '#upstreams/all.ts'],
  ['bff/src/platform/http/planted.ts', '#platform/calls/validation.ts'],
  ['bff/src/platform/calls/planted.ts', '#platform/session/cookies.ts'],
  ['bff/src/platform/session/planted.ts', '#platform/operations/logging.ts'],
  ['bff/src/platform/tracing/planted.ts', '#platform/operations/logging.ts'],
  ['bff/src/platform/settings/planted.ts', '#platform/http/csrf.ts'],
  ['bff/src/platform/operations/planted.ts', '#platform/session/cookies.ts'],
  ['bff/src/upstreams/planted.ts', '#platform/http/compression.ts'],
  ['bff/src/upstreams/kit/planted.ts', '#platform/http/compression.ts'],
  ['bff/src/services/planted.ts', '#platform/http/compression.ts'],
  ['bff/src/services/kit/planted.ts', '../../app.ts'],
  ['bff/src/calls/status/planted.ts', '../../app.ts'],
  ['bff/src/planted.ts', '../../client/src/app/screens.ts'],
  ['bff/src/planted.ts', '@web/client/test/browser/visit'],
  ['bff/src/platform/http/planted.ts', '@web/nginx/conformance/target'],
  ['bff/src/planted.ts', '../../nginx/conformance/target.ts'],
  ['bff/test/planted.test.ts', '@web/client/test/browser/visit'],
  ['bff/src/platform/http/planted.test.ts', '../../../../client/src/app/screens.ts'],
  ['bff/bench/planted.ts', '@web/client/test/browser/visit'],

  ['client/src/features/planted/planted.ts', '../../app/screens.ts'],
  ['client/src/features/planted/planted.ts', '@web/bff/edge/paths'],
  ['client/src/features/planted/planted.ts', '#features/other/own-part.tsx'],
  ['client/src/features/planted/planted.ts', '#test/browser/visit.ts'],
  ['client/src/platform/api/planted.ts', '#features/other/shared/part.tsx'],
  ['client/src/ui/planted.ts', '#features/other/shared/part.tsx'],
  ['client/src/platform/api/planted.ts', '../../app/screens.ts'],
  ['client/src/platform/api/planted.ts', '#ui/button.tsx'],
  ['client/src/platform/forms/planted.ts', '#forms/create-form.tsx'],
  ['client/src/ui/planted.ts', '#platform/api/url.ts'],
  ['client/src/messages/en/planted.ts', '#platform/api/url.ts'],
  ['client/src/ui/planted.ts', '#forms/create-form.tsx'],
  ['client/src/forms/planted.ts', '../app/screens.ts'],
  ['client/src/app/planted.ts', '@web/bff/test/start-bff'],
  ['client/src/app/planted.ts', '@web/nginx/conformance/target'],
  ['client/vite/planted.ts', '@web/bff/test/start-bff'],
  ['client/vite/document/planted.ts', '../../../nginx/start/settings.ts'],
  ['client/vite/planted.test.ts', '../../nginx/start/settings.ts'],
  ['client/test/planted.test.ts', '@web/nginx/conformance/target'],

  ['nginx/conformance/planted.ts', '../../bff/src/edge/paths.ts'],
  ['nginx/test/planted.test.ts', '../../client/test/browser/visit.ts'],
  ['nginx/conformance/planted.ts', './test/tamper.ts'],
  ['nginx/conformance/doctor/planted.ts', '../../test/stack/compose.ts'],
  ['nginx/start/planted.ts', '../conformance/target.ts'],
])('%s must not import %s', async (file, from) => {
  expect(await lintImport(file, from)).toContain('no-restricted-imports');
});

test.each([
  ['bff/src/contract/calls/planted.ts', '../kit/define-calls.ts'],
  ['bff/src/calls/status/planted.ts', '#platform/http/compression.ts'],
  ['bff/src/edge/planted.ts', '#contract/constants.ts'],
  ['client/src/features/planted/planted.ts', '@web/bff/contract/constants'],
  ['client/src/features/planted/planted.ts', '#forms/create-form.tsx'],
  ['client/src/features/planted/planted.ts', '#features/other/shared/part.tsx'],
  ['client/src/features/planted/planted.e2e.test.ts', '#test/product-page.ts'],
  ['client/src/forms/planted.ts', '#ui/button.tsx'],
  ['client/src/forms/planted.ts', '#messages/platform/forms.ts'],
  ['client/src/ui/planted.ts', '#messages/platform/components.ts'],
  ['client/src/messages/en/planted.ts', '@web/bff/contract/product'],
  ['client/test/planted.test.ts', '@web/bff/test/start-bff'],
  ['client/vite/planted.ts', '@web/bff/edge/paths'],
  ['nginx/test/planted.test.ts', '@web/client/test/browser/visit'],
  ['nginx/conformance/test/planted.test.ts', '../target.ts'],
])('%s may import %s, without a change of the configuration', async (file, from) => {
  expect(await lintImport(file, from)).not.toContain('no-restricted-imports');
});

test.each([
  [`import Type from 'typebox';`, true],
  [`import { Type } from 'typebox';`, true],
  [`import * as Type from 'typebox';`, false],
])('in the contract, %s is refused: %s', async (line, isRefused) => {
  const file = 'bff/src/contract/entities/planted.ts';
  await writeFile(join(folder, file), `${line}\nexport const planted = Type.String();\n`);
  expect((await lint(file)).includes('import-style')).toBe(isRefused);
  await rm(join(folder, file));
});

test('the package of the BFF offers the client neither its platform nor its composition', async () => {
  const file = join(folder, 'client/src/features/planted/planted.ts');
  await writeFile(file, `export { buildApp } from '@web/bff/src/app.ts';\n`);
  await expect(run('tsc', ['-p', 'client'], { cwd: folder })).rejects.toMatchObject({
    stdout: expect.stringContaining(`Cannot find module '@web/bff/src/app.ts'`),
  });
  await rm(file);
});

test.each(['', 'type '])('a cycle between modules is found: import %s', async (kind) => {
  const [one, other] = ['bff/src/platform/planted-one.ts', 'bff/src/platform/planted-other.ts'];
  const module = (name: string, from: string) =>
    `import ${kind}{ ${from} } from './planted-${from}.ts';\nexport const ${name} = () => ({}) as typeof ${from};\n`;
  await writeFile(join(folder, one), module('one', 'other'));
  await writeFile(join(folder, other), module('other', 'one'));
  expect(await lint(one)).toContain('no-cycle');
});
