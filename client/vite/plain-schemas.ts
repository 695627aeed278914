import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const ENTITIES = `${resolve(import.meta.dirname, '../../bff/src/contract/entities')}/`;

/**
 * A form needs an entity's schema, but not the library that built it. So the browser gets the data of a file of entities; a file that
 * exports functions stays as it is.
 */
export function plainSchemas(): Plugin {
  return {
    name: 'plain-schemas',
    enforce: 'pre',
    async load(id) {
      if (!id.startsWith(ENTITIES)) return undefined;
      const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, { logLevel: 'error' });
      if (Object.values(module).some((value) => typeof value === 'function')) return undefined;
      for (const file of dependencies) this.addWatchFile(file);
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
