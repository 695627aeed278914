import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { ownerOf } from '../ownership.mjs';

/** Imports that lint must reject, by lint rule. The test replaces `*` with a unique file name. */
const forbidden: Readonly<Record<string, readonly (readonly [file: string, imported: string])[]>> = {
  'no-restricted-imports': [
    // Only files in the folders `product/` may import the product.
    ['bff/platform/*.ts', '#settings.ts'],
    ['bff/platform/*.ts', '../src/plugins.ts'],
    ['bff/platform/http/*.ts', '#contract/constants.ts'],
    ['bff/platform/http/*.ts', '#plugins.ts'],
    ['bff/platform/session/*.ts', '#roles-from-claims.ts'],
    ['bff/platform/http/*.test.ts', '#calls/all.ts'],
    ['bff/platform/contract/*.ts', '#contract/errors.ts'],
    ['bff/platform/edge/*.ts', '#contract/constants.ts'],
    ['bff/platform/testing/*.ts', '#upstreams/all.ts'],
    ['bff/platform/upstreams/*.ts', '#upstreams/all.ts'],
    ['client/platform/routing/*.ts', '../../src/app/screens.ts'],
    ['client/platform/api/*.ts', '#features/other/shared/part.tsx'],
    ['client/platform/routing/*.ts', '#app/screens.ts'],
    ['client/platform/api/*.ts', '#messages/contract.ts'],
    ['client/platform/api/*.ts', '@web/bff/contract/errors'],
    ['client/platform/api/*.test.ts', '@web/bff/contract/errors'],
    ['client/platform/testing/*.test.ts', '@web/bff/contract/errors'],
    ['client/platform/build/*.ts', '@web/bff/contract/constants'],
    ['nginx/platform/start/*.ts', '@web/bff/contract/constants'],
    ['nginx/platform/testing/*.ts', '@web/bff/contract/constants'],

    ['bff/src/contract/*.ts', '#platform/app.ts'],
    ['bff/src/contract/*.ts', '../settings.ts'],
    ['bff/src/contract/*.ts', '#plugins.ts'],
    ['bff/example/contract/*.ts', '#plugins.ts'],
    ['bff/example/calls/planted/*.ts', '#calls/status/status.ts'],
    ['bff/example/upstreams/*.ts', '#platform/http/compression.ts'],
    ['bff/src/contract/calls/*.ts', '#platform/http/compression.ts'],
    ['bff/src/contract/calls/*.ts', '../../settings.ts'],
    ['bff/src/contract/entities/*.ts', 'fastify'],
    ['bff/platform/contract/*.ts', '#platform/http/compression.ts'],
    ['bff/platform/edge/*.ts', '#platform/http/compression.ts'],
    ['bff/platform/http/*.ts', '../config.ts'],
    ['bff/platform/http/*.ts', '#platform/calls/validation.ts'],
    ['bff/platform/calls/*.ts', '#platform/session/cookies.ts'],
    ['bff/platform/session/*.ts', '#platform/operations/logging.ts'],
    ['bff/platform/tracing/*.ts', '#platform/operations/logging.ts'],
    ['bff/platform/settings/*.ts', '#platform/http/csrf.ts'],
    ['bff/platform/operations/*.ts', '#platform/session/cookies.ts'],
    ['bff/platform/upstreams/*.ts', '#platform/http/compression.ts'],
    ['bff/src/upstreams/*.ts', '#platform/http/compression.ts'],
    ['bff/src/services/*.ts', '#platform/http/compression.ts'],
    ['bff/src/calls/status/*.ts', '../../settings.ts'],
    ['bff/src/calls/planted/*.ts', '#calls/status/status.ts'],
    ['bff/src/calls/planted/*.ts', '#platform/product/settings.ts'],
    ['bff/src/*.ts', '../../client/src/app/screens.ts'],
    ['bff/platform/http/*.test.ts', '../../../client/src/app/screens.ts'],
    ['bff/platform/test/*.test.ts', '@web/client/platform/testing/browser/visit'],

    ['client/src/features/planted/*.ts', '../../app/screens.ts'],
    ['client/src/features/planted/*.ts', '#app/screens.ts'],
    ['client/example/features/planted/*.ts', '#app/screens.ts'],
    ['client/example/features/planted/*.ts', '#features/other/own-part.tsx'],
    ['client/example/messages/en/*.ts', '#platform/api/url.ts'],
    ['client/src/features/planted/*.ts', '@web/bff/platform/edge/paths'],
    ['client/src/features/planted/*.ts', '#features/other/own-part.tsx'],
    ['client/src/features/planted/*.ts', '#platform/testing/browser/visit.ts'],
    ['client/src/features/planted/*.ts', '#platform/product/screens.ts'],
    ['client/src/messages/en/*.ts', '#platform/api/url.ts'],
    ['client/src/app/*.ts', '@web/bff/platform/testing/start-bff'],
    ['client/platform/api/*.ts', '#platform/ui/button.tsx'],
    ['client/platform/screens/*.ts', '#platform/forms/create-form.tsx'],
    ['client/platform/routing/*.ts', '@web/bff/platform/edge/paths'],
    ['client/platform/ui/*.ts', '#platform/api/url.ts'],
    ['client/platform/messages/en/*.ts', '#platform/api/url.ts'],
    ['client/platform/build/*.ts', '@web/bff/platform/testing/start-bff'],
    ['client/platform/test/*.test.ts', '@web/nginx/conformance/target'],

    ['nginx/platform/test/*.test.ts', '../../../client/platform/testing/browser/visit.ts'],
    ['nginx/platform/conformance/*.ts', './test/tamper.ts'],
    ['nginx/platform/conformance/cases/*.ts', '#platform/test/stack/compose.ts'],
    ['nginx/platform/start/*.ts', '../conformance/target.ts'],
  ],
  'import-style': [
    ['bff/src/contract/entities/*.ts', `import Type from 'typebox'`],
    ['bff/src/contract/entities/*.ts', `import { Type } from 'typebox'`],
  ],
  'no-cycle': [
    ['bff/platform/planted-a.ts', `import { planted as b } from './planted-b.ts'`],
    ['bff/platform/planted-b.ts', `import { planted as a } from './planted-a.ts'`],
    ['bff/platform/planted-c.ts', `import type { planted as d } from './planted-d.ts'`],
    ['bff/platform/planted-d.ts', `import type { planted as c } from './planted-c.ts'`],
  ],
};

const allowed: (typeof forbidden)[string] = [
  ['bff/src/contract/entities/*.ts', `import * as Type from 'typebox'`],
  ['bff/src/contract/calls/*.ts', '#platform/contract/define-calls.ts'],
  ['bff/src/contract/calls/*.ts', '../entities/thing.ts'],
  ['bff/src/calls/status/*.ts', '#platform/http/compression.ts'],
  ['bff/src/calls/planted/*.ts', '#calls/status/shared/part.ts'],
  ['bff/src/calls/planted/*.test.ts', '#platform/testing/product-app.ts'],
  ['bff/src/upstreams/*.ts', '#platform/upstreams/define-upstream.ts'],
  ['bff/src/services/*.ts', '#platform/services/define-service.ts'],
  ['bff/platform/edge/*.ts', '#platform/contract/product/constants.ts'],
  ['bff/platform/product/*.ts', '#plugins.ts'],
  ['bff/platform/contract/product/*.ts', '#contract/errors.ts'],
  ['client/src/features/planted/*.ts', '@web/bff/contract/constants'],
  ['client/src/features/planted/*.ts', '#features/other/shared/part.tsx'],
  ['client/example/features/planted/*.ts', '#features/other/shared/part.tsx'],
  ['client/src/features/planted/*.e2e.test.ts', '#platform/testing/product-page.ts'],
  ['client/platform/product/*.ts', '#app/screens.ts'],
  ['client/platform/forms/*.ts', '#platform/ui/button.tsx'],
  ['client/platform/ui/*.ts', '#platform/messages/first-load.ts'],
  ['client/platform/build/*.ts', '@web/bff/platform/edge/paths'],
  ['nginx/platform/test/*.test.ts', '@web/client/platform/testing/browser/visit'],
  ['nginx/platform/conformance/test/*.test.ts', '#platform/conformance/target.ts'],
];

let folder: string;

beforeAll(async () => {
  folder = await scratchCopy();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** For each product module, returns a platform file outside `product/` that imports the module. Lint must reject each import. */
async function importsOfProduct(): Promise<(typeof allowed)[number][]> {
  const { stdout } = await run('git', ['ls-files'], { cwd: root });
  const modules = stdout.split('\n').filter((file) => ownerOf(file) === 'product' && /\.tsx?$/.test(file));
  return modules.map((file) => {
    const importer = `${file.split('/')[0]}/platform/planted`;
    return [`${importer}/*.ts`, relative(importer, file)];
  });
}

test('lint rejects imports across module boundaries, and accepts all others', async () => {
  const expected = new Set<string>();
  const files: string[] = [];
  const throughDoors = await importsOfProduct();
  expect(throughDoors.length).toBeGreaterThan(20);
  const boundaries = [...(forbidden['no-restricted-imports'] ?? []), ...throughDoors];
  const planted = { ...forbidden, 'no-restricted-imports': boundaries, '': allowed };
  for (const [rule, rows] of Object.entries(planted))
    for (const [path, imported] of rows) {
      const file = path.replace('*', `planted-${files.length}`);
      files.push(file);
      if (rule) expected.add(`${rule} ${file}`);
      const statement = imported.startsWith('import ') ? imported : `import { name } from '${imported}'`;
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${statement};\nexport const planted = 1;\n`);
    }
  const options = { cwd: folder, maxBuffer: 1 << 26 };
  const linting = run('oxlint', ['--format', 'json', ...files], options);
  const { stdout } = await linting.catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const found = diagnostics.flatMap(({ code, filename }) =>
    Object.keys(forbidden).flatMap((rule) => (code.includes(rule) ? `${rule} ${filename}` : [])),
  );
  expect(new Set(found)).toEqual(expected);
  for (const file of files) await rm(join(folder, file));
});

test('the client cannot import the BFF’s server', async () => {
  const file = join(folder, 'client/src/features/planted.ts');
  await writeFile(file, `export { buildApp } from '@web/bff/platform/app';\n`);
  await expect(run('tsc', ['-p', 'client'], { cwd: folder })).rejects.toMatchObject({
    stdout: expect.stringContaining(`Cannot find module '@web/bff/platform/app'`),
  });
});
