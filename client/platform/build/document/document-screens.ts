import { resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { namesOf, nodeOf } from '@web/bff/platform/contract/schema/schema-node';
import { callIn, type DocumentCall, type DocumentScreen } from '#platform/document/bootstrap-data.ts';
import type { Row, Table } from './read-screens.ts';

const INDEX = resolve(import.meta.dirname, '../../../index.html');

/** Creates the document's table of screens, with each screen's files and calls to prefetch. */
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

export const applicationIn = (bundle: Rolldown.OutputBundle) => chunkOf(INDEX, bundle);

function chunkOf(file: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  for (const output of Object.values(bundle))
    if (output.type === 'chunk' && output.facadeModuleId === file) return output;
  throw new Error(`the build has no chunk for ${file}`);
}

/** Returns a chunk followed by its transitive imports. */
function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const found = new Set([chunk]);
  for (const { imports } of found)
    for (const name of imports) {
      const output = bundle[name];
      if (output?.type === 'chunk') found.add(output);
    }
  return found;
}

export const whereOf = (entry: DocumentCall) => (typeof entry === 'string' ? {} : entry.where);

/** Returns the calls to prefetch, and the search parameters that these calls use. `callsWithSession` are the calls that need a session. */
export function callsOf({ search, ...row }: Partial<Row>, { calls, permissionsOf }: Omit<Table, 'rows'>) {
  /** Adds those search parameters of the screen that the call takes, unless `request` already has a query. */
  const withQuery = (request: string) => {
    const taken = namesOf(nodeOf(calls[request]?.query ?? {}));
    const names = Object.keys(search ?? {}).filter((name) => taken.includes(name));
    return names.length > 0 ? `${request}?${names.map((name) => `${name}=:${name}`).join('&')}` : request;
  };
  const prefetch = (row.prefetch ?? []).map((entry) =>
    typeof entry === 'string' ? withQuery(entry) : { ...entry, call: withQuery(entry.call) },
  );
  const isForAll = (entry: DocumentCall) =>
    permissionsOf['anonymous']?.includes(calls[callIn(entry).split('?')[0] ?? '']?.permission ?? '');
  const forAll = prefetch.filter(isForAll);
  const withSession = prefetch.filter((entry) => !isForAll(entry));
  const taken = Object.entries(search ?? {}).filter(([name]) =>
    prefetch.some((entry) => new RegExp(`=:${name}(&|$)`).test(callIn(entry)) || name in whereOf(entry)),
  );
  return {
    ...(forAll.length > 0 && { calls: forAll }),
    ...(withSession.length > 0 && { callsWithSession: withSession }),
    ...(taken.length > 0 && { search: Object.fromEntries(taken) }),
  };
}
