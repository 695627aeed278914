import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const PREFIX = '\0vendor:';
const PACKAGES = new Set(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']);

/**
 * React is CommonJS, and each chunk that imports it would need the bundler's interop runtime, which then becomes a chunk
 * and a request of its own. An ES module in the vendor chunk between the two keeps the runtime in there.
 */
export function reactAsModules(): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: 'react-as-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) =>
      PACKAGES.has(id) && importer && !/node_modules|^\0/.test(importer) ? PREFIX + id : undefined,
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const name = id.slice(PREFIX.length);
      const exported = Object.keys(require(name) as object).filter((key) => /^[a-z]\w*$/i.test(key));
      const source = JSON.stringify(require.resolve(name));
      return `export { ${exported.join(', ')} } from ${source};\nexport { default } from ${source};`;
    },
  };
}
