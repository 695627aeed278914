import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const ENTITIES = `${resolve(import.meta.dirname, '../../bff/src/contract/entities')}/`;

/** Gives the browser the entities' schemas as plain JSON, without the library that builds them. Functions stay in the BFF. */
export function plainEntities(): Plugin {
  return {
    name: 'plain-entities',
    enforce: 'pre',
    apply: (_, { mode }) => mode !== 'test',
    async load(id) {
      if (!id.startsWith(ENTITIES)) return undefined;
      const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, { logLevel: 'error' });
      for (const file of dependencies) this.addWatchFile(file);
      const lines = Object.entries(module)
        .filter(([, value]) => typeof value !== 'function')
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { code: lines.join('\n'), moduleSideEffects: false };
    },
  };
}
