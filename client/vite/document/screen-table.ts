import { resolve } from 'node:path';
import { runnerImport, type Plugin, type Rolldown } from 'vite';
import type { Call, Roles } from '@web/bff/contract/kit/call';
import type { DocumentTable } from '../../src/platform/document/embedded.ts';
import { inSources, signIn } from '../sources.ts';
import { modulesOfApplication } from './modules-of-application.ts';
import { errorsOfScreens, type Row } from './check-screens.ts';

interface Table {
  readonly rows: readonly (Row & { readonly module: string })[];
  readonly calls: Readonly<Record<string, Pick<Call, 'permission' | 'query'>>>;
  readonly permissionsOf: Roles;
}

interface Options {
  /** The file that holds the table of screens. */
  readonly table: string;
  /** The module that replaces it in the application's script and reads the table from the document. */
  readonly replacement: string;
  /** Other chunks that are loaded on demand, by name. */
  readonly chunks: Readonly<Record<string, string>>;
}

/** What several screens share is part of the application's script, unless it is larger. */
const SMALL_CHARACTERS = 4_000;

/** Takes the table of screens out of the application's script: every screen becomes a chunk, and the rows go into the document. */
export function screenTable({ table, replacement, chunks: others }: Options) {
  let contents: Table = { rows: [], calls: {}, permissionsOf: {} };
  let isBuild = false;
  let shared: ReadonlySet<string> = new Set();
  const sources = resolve(table, '../..');

  const plugin: Plugin = {
    name: 'screen-table',
    enforce: 'pre',
    apply: (_, { mode }) => mode !== 'test',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async buildStart() {
      contents = await readTable(table);
      const { rows, calls, permissionsOf } = contents;
      const errors = errorsOfScreens(rows, calls, permissionsOf);
      if (errors.length > 0) throw withoutStack([`client/src/app/screens.ts:`, ...errors].join('\n  '));
      if (!isBuild) return;
      for (const id of new Set([...rows.map(({ module }) => module), ...Object.values(others)]))
        this.emitFile({ type: 'chunk', id, preserveSignature: 'exports-only' });
    },
    load: (id) =>
      isBuild && id === table ? `export { screens } from ${JSON.stringify(replacement)};` : undefined,
    buildEnd() {
      const modules = new Map([...this.getModuleIds()].map((id) => [id, this.getModuleInfo(id)]));
      const importsOf = (id: string) => modules.get(id)?.importedIds ?? [];
      const [entry] = [...modules.keys()].filter((id) => id.endsWith('/index.html'));
      // The screen of sign-in is seldom shown, so that it makes nothing part of every first load.
      const screens = contents.rows.filter(({ permission }) => permission).map(({ module }) => module);
      shared = modulesOfApplication({
        entry: entry ?? '',
        screens: [...new Set(screens)],
        later: Object.values(others),
        importsOf,
        isSmall: (id) => id.startsWith(sources) && (modules.get(id)?.code?.length ?? 0) <= SMALL_CHARACTERS,
      });
    },
  };

  /** What the document embeds. Throws if a screen has no chunk. */
  function embeddedIn(bundle: Rolldown.OutputBundle): DocumentTable {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const application = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'));
    if (!application) throw new Error('The build has no entry for index.html.');
    const loaded = importsOf(application, bundle);
    const filesOf = (module: string): string[] => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
      if (!chunk) throw new Error(`The build has no chunk of ${module}.`);
      const needed = [...importsOf(chunk, bundle)].filter((one) => !loaded.has(one));
      const styles = new Set(needed.flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]));
      const files = [...needed.map(({ fileName }) => fileName), ...styles];
      return files.map((file) => file.replace(/^assets\//, ''));
    };
    return {
      screens: contents.rows.map(({ module, ...row }) => {
        const { path, title, permission } = row;
        return { path, title, permission, ...prefetchOf(row, contents), files: filesOf(module) };
      }),
      chunks: Object.fromEntries(Object.entries(others).map(([name, module]) => [name, filesOf(module)])),
    };
  }

  return { plugin, embeddedIn, isShared: (id: string) => shared.has(id) };
}

/** Vite would print where the build found it, which helps nobody. */
const withoutStack = (message: string) => Object.assign(new Error(message), { stack: message });

/** The calls that the document makes, those that need a session apart, and the schema of the search parameters that they take. */
function prefetchOf({ prefetch = [], search }: Row, { calls, permissionsOf }: Table) {
  const isForAll = (call: string) =>
    permissionsOf['anonymous']?.includes(calls[call.split('?')[0] ?? '']?.permission ?? '');
  const sorted = prefetch.map(sortedQuery);
  const [forAll, withSession] = [sorted.filter(isForAll), sorted.filter((call) => !isForAll(call))];
  const taken = Object.entries(search?.properties ?? {}).filter(([name]) =>
    sorted.some((call) => new RegExp(`=:${name}(&|$)`).test(call)),
  );
  return {
    ...(forAll.length > 0 && { prefetch: forAll }),
    ...(withSession.length > 0 && { prefetchWithSession: withSession }),
    ...(taken.length > 0 && { search: { properties: Object.fromEntries(taken) } }),
  };
}

/** As the application's own calls sort it: `platform/api/url.ts`. */
export function sortedQuery(call: string): string {
  const [key, query] = call.split('?');
  if (!query) return call;
  // The pairs stay as they are written: `:page` is not encoded.
  const pairs = query.split('&').map((pair) => ({ pair, name: pair.split('=')[0] ?? '' }));
  const sorted = pairs.toSorted((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
  return `${key}?${sorted.map(({ pair }) => pair).join('&')}`;
}

/** Runs the table in Node. There, a screen's module is replaced by its id, so that `load` tells which module the row names. */
async function readTable(table: string): Promise<Table> {
  const plugin: Plugin = {
    name: 'screen-ids',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source === 'virtual:rows') return '\0rows';
      if (!importer || !source.endsWith('.tsx')) return undefined;
      const module = await this.resolve(source, importer, { skipSelf: true });
      if (!module) throw new Error(`${table}: ${source} does not exist.`);
      return `\0id:${module.id}`;
    },
    load(id) {
      if (id === '\0rows')
        return `import { screens } from ${JSON.stringify(table)};
import { sessionScreens } from ${JSON.stringify(resolve(table, '../session/session-screens.ts'))};
export { calls } from '@web/bff/contract/calls/all';
export { permissionsOf } from '@web/bff/contract/permissions';
export const rows = await Promise.all(screens${signIn ? '.toSpliced(1, 0, ...sessionScreens)' : ''}.map(async ({ load, ...row }) => ({ ...row, module: (await load()).id })));`;
      return id.startsWith('\0id:') ? `export const id = ${JSON.stringify(id.slice(4))};` : undefined;
    },
  };
  const { module } = await runnerImport<Table>('virtual:rows', {
    logLevel: 'error',
    plugins: [plugin],
    ...inSources,
  });
  return module;
}

/** A chunk and every chunk that it imports, itself first. */
function importsOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const found = new Set([chunk]);
  for (const one of found)
    for (const name of one.imports) {
      const output = bundle[name];
      if (output?.type === 'chunk') found.add(output);
    }
  return found;
}
