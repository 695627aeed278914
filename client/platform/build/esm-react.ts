import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { VENDOR } from './shared-chunk.ts';

const requireFrom = createRequire(import.meta.url);
const REACT = /^react(?:-dom)?(?:\/[\w-]+)?$/;
/** Prefix of this plugin's module ids. Matches `VENDOR` in `shared-chunk.ts`, so that the modules join the vendor chunk. */
const PREFIX = '\0/node_modules/react/esm/';

/**
 * Gives React, which is CommonJS, named ES exports. Otherwise every chunk that imports React needs Rolldown's interop helpers, which add a chunk to
 * every first load.
 */
export const esmReact: Plugin = {
  name: 'esm-react',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer = '') => (REACT.test(id) && !VENDOR.test(importer) ? PREFIX + id : undefined),
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const name = id.slice(PREFIX.length);
    // Marked as pure, so that the build drops unused exports.
    const exports = Object.keys(requireFrom(name) as object).map(
      (key) => `export const ${key} = /* @__PURE__ */ (() => all.${key})();`,
    );
    return [`import all from '${name}';`, ...exports, 'export default all;'].join('\n');
  },
};
