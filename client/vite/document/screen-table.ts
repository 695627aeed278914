import { runnerImport, type Plugin, type Rolldown } from 'vite';
import type { Screen } from '../../src/app/routing/screen.ts';
import type { ScreenEntry } from '../../src/platform/document/embedded.ts';

type Row = Omit<Screen, 'load'> & { readonly module: string };

interface Options {
  /** The file that holds the table of screens. */
  readonly table: string;
  /** The module that replaces it in the application's script and reads the table from the document. */
  readonly replacement: string;
}

/** Takes the table of screens out of the application's script: every screen becomes a chunk, and the rows go into the document. */
export function screenTable({ table, replacement }: Options) {
  let rows: readonly Row[] = [];
  /** Modules of the application's script, which is loaded before any screen. */
  const shared = new Set<string>();

  const plugin: Plugin = {
    name: 'screen-table',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      rows = await readTable(table);
      for (const id of new Set(rows.map(({ module }) => module)))
        this.emitFile({ type: 'chunk', id, preserveSignature: 'exports-only' });
    },
    load: (id) => (id === table ? `export { screens } from ${JSON.stringify(replacement)};` : undefined),
    buildEnd() {
      shared.clear();
      const [entry] = [...this.getModuleIds()].filter((id) => id.endsWith('/index.html'));
      if (entry) shared.add(entry);
      for (const id of shared)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) shared.add(imported);
    },
  };

  /** The rows as the document embeds them. Throws if a screen has no chunk. */
  function entriesOf(bundle: Rolldown.OutputBundle): ScreenEntry[] {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const application = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'));
    if (!application) throw new Error('The build has no entry for index.html.');
    const loaded = importsOf(application, bundle);
    return rows.map(({ module, ...row }) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
      if (!chunk) throw new Error(`${table}: the screen ${row.path} has no chunk of ${module}.`);
      const needed = [...importsOf(chunk, bundle)].filter((one) => !loaded.has(one));
      const styles = new Set(needed.flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]));
      const files = [...needed.map(({ fileName }) => fileName), ...styles];
      return { ...row, files: files.map((file) => file.replace(/^assets\//, '')) };
    });
  }

  return { plugin, entriesOf, isShared: (id: string) => shared.has(id) };
}

/** Runs the table in Node. There, a screen's module is replaced by its id, so that `load` tells which module the row names. */
async function readTable(table: string): Promise<Row[]> {
  const plugin: Plugin = {
    name: 'screen-ids',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source === 'virtual:rows') return '\0rows';
      if (importer !== table || !source.endsWith('.tsx')) return undefined;
      const module = await this.resolve(source, importer, { skipSelf: true });
      if (!module) throw new Error(`${table}: ${source} does not exist.`);
      return `\0id:${module.id}`;
    },
    load(id) {
      if (id === '\0rows')
        return `import { screens } from ${JSON.stringify(table)};
export const rows = await Promise.all(screens.map(async ({ load, ...row }) => ({ ...row, module: (await load()).id })));`;
      return id.startsWith('\0id:') ? `export const id = ${JSON.stringify(id.slice(4))};` : undefined;
    },
  };
  const { module } = await runnerImport<{ rows: Row[] }>('virtual:rows', {
    logLevel: 'error',
    plugins: [plugin],
  });
  return module.rows;
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
