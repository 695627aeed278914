import { resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { callIn, type DocumentCall, type DocumentScreen } from '../../src/platform/document/embedded.ts';
import type { Table } from './read-screens.ts';

const INDEX = resolve(import.meta.dirname, '../../index.html');

/** What the document says of the screens: the files of each in the build, and the calls to make. */
export function documentScreens(table: Table, bundle: Rolldown.OutputBundle): DocumentScreen[] {
  const loaded = withImports(applicationIn(bundle), bundle);
  return table.rows.map((row) => {
    const needed = [...withImports(chunkOf(row.file, bundle), bundle)].filter((chunk) => !loaded.has(chunk));
    const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
    const files = [...needed.map(({ fileName }) => fileName), ...styles];
    return {
      path: row.path,
      title: row.title,
      files: files.map((file) => file.replace(/^assets\//, '')),
      ...callsOf(row, table),
    };
  });
}

/** The chunk that index.html starts. */
export const applicationIn = (bundle: Rolldown.OutputBundle) => chunkOf(INDEX, bundle);

function chunkOf(file: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  for (const output of Object.values(bundle))
    if (output.type === 'chunk' && output.facadeModuleId === file) return output;
  throw new Error(`The build has no chunk of ${file}.`);
}

/** A chunk and every chunk that it imports, itself first. */
function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const found = new Set([chunk]);
  for (const { imports } of found)
    for (const name of imports) {
      const output = bundle[name];
      if (output?.type === 'chunk') found.add(output);
    }
  return found;
}

/** The search parameters that decide whether the call is made. */
export const whereOf = (entry: DocumentCall) => (typeof entry === 'string' ? {} : entry.where);

/** The calls that the document makes, those that need a session apart, and the schema of the search parameters that they take. */
function callsOf({ prefetch = [], search }: Table['rows'][number], { calls, permissionsOf }: Table) {
  const isForAll = (entry: DocumentCall) =>
    permissionsOf['anonymous']?.includes(calls[callIn(entry).split('?')[0] ?? '']?.permission ?? '');
  const forAll = prefetch.filter(isForAll);
  const withSession = prefetch.filter((entry) => !isForAll(entry));
  const taken = Object.entries(search?.properties ?? {}).filter(([name]) =>
    prefetch.some((entry) => new RegExp(`=:${name}(&|$)`).test(callIn(entry)) || name in whereOf(entry)),
  );
  return {
    ...(forAll.length > 0 && { calls: forAll }),
    ...(withSession.length > 0 && { callsWithSession: withSession }),
    ...(taken.length > 0 && { search: { properties: Object.fromEntries(taken) } }),
  };
}
