import type { Plugin, Rolldown } from 'vite';
import type { Screen } from '../../src/app/routing/screen.ts';
import type { ShippedScreen } from '#platform/document/embedded.ts';

type Bundle = Rolldown.OutputBundle;
type Row = Omit<Screen, 'load'>;

const IMPORTED = /\bimport\(\s*(['"])(.+?)\1\s*\)/g;

interface Options {
  /** The file that holds the table of screens. */
  readonly screens: string;
  /** What stands in its place in the application's script, and reads the table from the document. */
  readonly shipped: string;
}

/** Takes the table of screens out of the application's script; `shipScreens` puts it into the document. */
export function screenChunks({ screens, shipped }: Options) {
  const modules: string[] = [];
  const first = new Set<string>();
  const plugin: Plugin = {
    name: 'screen-chunks',
    apply: 'build',
    enforce: 'pre',
    buildEnd() {
      first.clear();
      const [entry] = [...this.getModuleIds()].filter((id) => id.endsWith('/index.html'));
      if (entry) first.add(entry);
      for (const id of first)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) first.add(imported);
    },
    async transform(code, id) {
      if (id !== screens) return undefined;
      modules.length = 0;
      for (const [, , path = ''] of code.matchAll(IMPORTED)) {
        const module = await this.resolve(path, id);
        if (!module) throw new Error(`${screens}: ${path} is not there`);
        modules.push(module.id);
        this.emitFile({ type: 'chunk', id: module.id, preserveSignature: 'exports-only' });
      }
      return `export { screens } from ${JSON.stringify(shipped)};`;
    },
  };
  return {
    plugin,
    /** The modules of the rows, in their order. */
    modules,
    /** Whether a module is part of the application's script, which every screen finds loaded. */
    isFirst: (id: string) => first.has(id),
  };
}

/** The rows of the table as the document carries them. */
export function shipScreens(
  rows: readonly Row[],
  modules: readonly string[],
  bundle: Bundle,
): ShippedScreen[] {
  if (rows.length !== modules.length)
    throw new Error(
      `screens.ts has ${rows.length} rows and ${modules.length} imports: each row loads one module`,
    );
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const shell = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('index.html'));
  if (!shell) throw new Error('The build has no entry for index.html');
  const loaded = reachableFrom(shell, bundle);
  return rows.map(({ path, title, permission, first }, at) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === modules[at]);
    if (!chunk) throw new Error(`${path}: there is no chunk of ${modules[at]}`);
    const needed = [...reachableFrom(chunk, bundle)].filter((one) => !loaded.has(one));
    const styles = needed.flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]);
    const files = [...needed.map(({ fileName }) => fileName.replace(/\.js$/, '')), ...new Set(styles)];
    return [path, title, permission, first ?? 0, ...files.map((file) => file.replace(/^assets\//, ''))];
  });
}

/** A chunk and every chunk that it imports, itself first. */
function reachableFrom(chunk: Rolldown.OutputChunk, bundle: Bundle): Set<Rolldown.OutputChunk> {
  const found = new Set([chunk]);
  for (const one of found)
    for (const name of one.imports) {
      const output = bundle[name];
      if (output?.type === 'chunk') found.add(output);
    }
  return found;
}
