import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
/** Folders of import prefixes, by workspace. */
const folders: Readonly<Record<string, readonly (readonly [prefix: string, folder: string])[]>> = {
  client: [
    ['#app/', 'client/src/app/'],
    ['#features/', 'client/src/features/'],
    ['#messages/', 'client/src/messages/en/'],
    ['#platform/messages/', 'client/platform/messages/en/'],
    ['#platform/', 'client/platform/'],
    ['@web/bff/contract/', 'bff/src/contract/'],
    ['@web/bff/', 'bff/'],
  ],
  bff: [
    ['#contract/', 'bff/src/contract/'],
    ['#platform/', 'bff/platform/'],
  ],
};

function fileOf(request: string, importer: string): string | undefined {
  const [workspace = ''] = importer.split('/');
  const found = folders[workspace]?.find(([prefix]) => request.startsWith(prefix));
  const path = request.startsWith('.')
    ? join(dirname(importer), request)
    : found && found[1] + request.slice(found[0].length);
  return [path, `${path}.ts`].find(
    (file) => file !== undefined && /\.tsx?$/.test(file) && existsSync(join(root, file)),
  );
}

/** Returns the modules that the first script of every page contains, each with the module that imports it. */
function entryModules(main: string): ReadonlyMap<string, string> {
  const importers = new Map([[main, '']]);
  for (const file of importers.keys()) {
    const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    const values = module.staticImports.filter(
      ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
    );
    const requests = [
      ...values.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? moduleRequest.value : [])),
      ),
    ];
    for (const imported of requests.map((request) => fileOf(request, file)))
      if (imported && !importers.has(imported)) importers.set(imported, file);
  }
  return importers;
}

test('the first script of every page contains no rules of entities: keep the query of a screen’s address in a module of its own', () => {
  const modules = entryModules('client/platform/main.tsx');
  expect([...modules.keys()]).toContain('client/src/app/screens.ts');
  const rules = [...modules].filter(
    ([file]) =>
      file.startsWith('bff/src/contract/') && /\bwithRules\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(rules.map(([file, importer]) => `${file}, imported by ${importer}`)).toEqual([]);
});
