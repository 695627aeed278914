import { resolve } from 'node:path';
import type { Point } from 'virtual:specification';
import { type Plugin, runnerImport } from 'vite';
import type { sources } from './contract.ts';
import { inLanguage } from '../language.ts';
import { pointsOf } from './points.ts';

const NAME = 'virtual:specification';
const RESOLVED = `\0${NAME}`;
const CONTRACT = resolve(import.meta.dirname, '../../../bff/src/contract');
const SCREENS = resolve(import.meta.dirname, '../../src/app/screens.ts');

/** The module `virtual:specification`: the contract's content as plain data, so that no schema reaches the browser. */
export function specification(): Plugin {
  return {
    name: 'specification',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const { points, files } = await readSpecification();
      for (const file of files) this.addWatchFile(file);
      // Entries of the platform are counted, not listed: the list would be a third of the home screen's script.
      const shown = points.map(({ established, ...point }) => ({
        ...point,
        established: established.filter(({ platform }) => !platform),
      }));
      return `export const specification = ${JSON.stringify(shown)};`;
    },
    configureServer(server) {
      server.watcher.add(CONTRACT);
      server.watcher.on('all', (_, file) => {
        if (file !== SCREENS && !file.startsWith(`${CONTRACT}/`)) return;
        const { moduleGraph, hot } = server.environments.client;
        const read = moduleGraph.getModuleById(RESOLVED);
        if (!read) return;
        moduleGraph.invalidateModule(read);
        hot.send({ type: 'full-reload' });
      });
    },
  };
}

/** Reads the contract and the table of screens from disk, and lists the files that were read. */
export async function readSpecification(): Promise<{
  readonly points: readonly Point[];
  readonly files: readonly string[];
}> {
  const contract = resolve(import.meta.dirname, 'contract.ts');
  const { module, dependencies } = await runnerImport<{ sources: typeof sources }>(contract, {
    logLevel: 'error',
    ...inLanguage,
  });
  return { points: pointsOf(module.sources), files: dependencies };
}
