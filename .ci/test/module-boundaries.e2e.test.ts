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

/** Writes new files, and lints them. Returns the files that break a rule. */
async function filesThatBreak(rule: string, files: Readonly<Record<string, string>>): Promise<Set<string>> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const args = ['--format', 'json', ...Object.keys(files)];
  const { stdout } = await run('oxlint', args, { cwd: folder, maxBuffer: 1 << 26 }).catch(
    (error: { stdout: string }) => error,
  );
  for (const file of Object.keys(files)) await rm(join(folder, file));
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return new Set(diagnostics.filter(({ code }) => code.includes(rule)).map(({ filename }) => filename));
}

/** Files, `*` being a name of their own, with what they must not import. */
const refused = [
  ['bff/src/contract/*.ts', '../app.ts'],
  ['bff/src/contract/calls/*.ts', '../../platform/http/compression.ts'],
  ['bff/src/contract/entities/*.ts', 'fastify'],
  ['bff/src/edge/*.ts', '../platform/http/compression.ts'],
  ['bff/src/edge/*.ts', '#platform/http/compression.ts'],
  ['bff/src/platform/http/*.ts', '../../config.ts'],
  ['bff/src/platform/*.ts', '#upstreams/all.ts'],
  ['bff/src/platform/http/*.ts', '#platform/calls/validation.ts'],
  ['bff/src/platform/calls/*.ts', '#platform/session/cookies.ts'],
  ['bff/src/platform/session/*.ts', '#platform/operations/logging.ts'],
  ['bff/src/platform/tracing/*.ts', '#platform/operations/logging.ts'],
  ['bff/src/platform/settings/*.ts', '#platform/http/csrf.ts'],
  ['bff/src/platform/operations/*.ts', '#platform/session/cookies.ts'],
  ['bff/src/upstreams/kit/*.ts', '#platform/http/compression.ts'],
  ['bff/src/services/*.ts', '#platform/http/compression.ts'],
  ['bff/src/calls/status/*.ts', '../../app.ts'],
  ['bff/src/*.ts', '../../client/src/app/screens.ts'],
  ['bff/src/platform/http/*.test.ts', '../../../../client/src/app/screens.ts'],
  ['bff/test/*.test.ts', '@web/client/test/browser/visit'],

  ['client/src/features/planted/*.ts', '../../app/screens.ts'],
  ['client/src/features/planted/*.ts', '@web/bff/edge/paths'],
  ['client/src/features/planted/*.ts', '#features/other/own-part.tsx'],
  ['client/src/features/planted/*.ts', '#test/browser/visit.ts'],
  ['client/src/platform/api/*.ts', '#features/other/shared/part.tsx'],
  ['client/src/platform/api/*.ts', '../../app/screens.ts'],
  ['client/src/platform/forms/*.ts', '#forms/create-form.tsx'],
  ['client/src/ui/*.ts', '#platform/api/url.ts'],
  ['client/src/messages/en/*.ts', '#platform/api/url.ts'],
  ['client/src/forms/*.ts', '../app/screens.ts'],
  ['client/src/app/*.ts', '@web/bff/test/start-bff'],
  ['client/vite/*.ts', '@web/bff/test/start-bff'],
  ['client/test/*.test.ts', '@web/nginx/conformance/target'],

  ['nginx/test/*.test.ts', '../../client/test/browser/visit.ts'],
  ['nginx/conformance/*.ts', './test/tamper.ts'],
  ['nginx/conformance/doctor/*.ts', '../../test/stack/compose.ts'],
  ['nginx/start/*.ts', '../conformance/target.ts'],
] as const;

const allowed = [
  ['bff/src/contract/calls/*.ts', '../kit/define-calls.ts'],
  ['bff/src/calls/status/*.ts', '#platform/http/compression.ts'],
  ['bff/src/edge/*.ts', '#contract/constants.ts'],
  ['client/src/features/planted/*.ts', '@web/bff/contract/constants'],
  ['client/src/features/planted/*.ts', '#features/other/shared/part.tsx'],
  ['client/src/features/planted/*.e2e.test.ts', '#test/product-page.ts'],
  ['client/src/forms/*.ts', '#ui/button.tsx'],
  ['client/src/ui/*.ts', '#messages/platform/components.ts'],
  ['client/vite/*.ts', '@web/bff/edge/paths'],
  ['nginx/test/*.test.ts', '@web/client/test/browser/visit'],
  ['nginx/conformance/test/*.test.ts', '../target.ts'],
] as const;

test('an import across a boundary is refused, any other is not, without a change of the configuration', async () => {
  const planted = [...refused, ...allowed].map(([file, from], index) => ({
    file: file.replace('*', `planted-${index}`),
    text: `import { name } from '${from}';\nexport const planted = name;\n`,
  }));
  const files = Object.fromEntries(planted.map(({ file, text }) => [file, text]));
  const found = await filesThatBreak('no-restricted-imports', files);
  expect(found).toEqual(new Set(planted.slice(0, refused.length).map(({ file }) => file)));
});

test('the contract imports the schema library as a namespace alone', async () => {
  const using = (line: string) => `${line}\nexport const planted = Type.String();\n`;
  const files = {
    'bff/src/contract/entities/planted-default.ts': using(`import Type from 'typebox';`),
    'bff/src/contract/entities/planted-named.ts': using(`import { Type } from 'typebox';`),
    'bff/src/contract/entities/planted-namespace.ts': using(`import * as Type from 'typebox';`),
  };
  expect(await filesThatBreak('import-style', files)).toEqual(new Set(Object.keys(files).slice(0, 2)));
});

test.each(['', 'type '])('a cycle between modules is found: import %sof one another', async (kind) => {
  const module = (name: string, other: string) =>
    `import ${kind}{ ${other} } from './planted-${other}.ts';\nexport const ${name} = () => ({}) as typeof ${other};\n`;
  const files = {
    'bff/src/platform/planted-one.ts': module('one', 'other'),
    'bff/src/platform/planted-other.ts': module('other', 'one'),
  };
  expect(await filesThatBreak('no-cycle', files)).toEqual(new Set(Object.keys(files)));
});

test('the package of the BFF offers the client neither its platform nor its composition', async () => {
  const file = join(folder, 'client/src/features/planted.ts');
  await writeFile(file, `export { buildApp } from '@web/bff/src/app.ts';\n`);
  await expect(run('tsc', ['-p', 'client'], { cwd: folder })).rejects.toMatchObject({
    stdout: expect.stringContaining(`Cannot find module '@web/bff/src/app.ts'`),
  });
});
