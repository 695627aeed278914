import type { Plugin } from 'vite';

/** What Vite wraps every `import()` with, so that its styles come with it. */
const VITES = '\0vite/preload-helper.js';

/** Puts `importChunk` of the named module in the place of Vite's own helper for `import()`. */
export function importHelper({ module }: { readonly module: string }): Plugin {
  return {
    name: 'import-helper',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === VITES ? `export { importChunk as __vitePreload } from ${JSON.stringify(module)};` : undefined,
  };
}
