import type { Rolldown } from 'vite';
import type { DocumentScreen } from '../../src/platform/document/embedded.ts';
import type { Table } from './read-screens.ts';

/** What the document says of the screens: the files of each in the build, and the calls to make. */
export function documentScreens(table: Table, bundle: Rolldown.OutputBundle): DocumentScreen[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const application = chunks.find(isApplication);
  if (!application) throw new Error('The build has no entry for index.html.');
  const loaded = withImports(application, bundle);
  return table.rows.map((row) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === row.file);
    if (!chunk) throw new Error(`${row.path}: the build has no chunk of ${row.file}.`);
    const needed = [...withImports(chunk, bundle)].filter((one) => !loaded.has(one));
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
export const isApplication = ({ facadeModuleId }: Rolldown.OutputChunk): boolean =>
  facadeModuleId?.endsWith('/index.html') ?? false;

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

/** The calls that the document makes, those that need a session apart, and the schema of the search parameters that they take. */
function callsOf({ prefetch = [], search }: Table['rows'][number], { calls, permissionsOf }: Table) {
  const isForAll = (call: string) =>
    permissionsOf['anonymous']?.includes(calls[call.split('?')[0] ?? '']?.permission ?? '');
  const forAll = prefetch.filter(isForAll);
  const withSession = prefetch.filter((call) => !isForAll(call));
  const taken = Object.entries(search?.properties ?? {}).filter(([name]) =>
    prefetch.some((call) => new RegExp(`=:${name}(&|$)`).test(call)),
  );
  return {
    ...(forAll.length > 0 && { calls: forAll }),
    ...(withSession.length > 0 && { callsWithSession: withSession }),
    ...(taken.length > 0 && { search: { properties: Object.fromEntries(taken) } }),
  };
}
