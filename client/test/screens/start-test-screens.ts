import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTestBundle, startBff, type RunningBff } from '@web/bff/test/start-bff';
import { run } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';

/** A copy of the project with the test screens beside its own, and the test calls in its BFF, running. */
export async function startTestScreens(): Promise<RunningBff & { readonly origin: string }> {
  const folder = await scratchCopy();
  const table = join(folder, 'client/src/app/screens.ts');
  const own = await readFile(table, 'utf8');
  const [, rows = ''] = (await readFile(join(folder, 'client/test/screens/test-screens.ts'), 'utf8')).split(
    / = \[\n/,
  );
  // The build reads the rows where they stand, so these have to stand there, too.
  const added = own.replace(
    /\n\];\s*$/,
    `\n${rows.replaceAll("'./features/", "'../../test/screens/features/")}`,
  );
  if (added === own || !rows) throw new Error('the tables of screens are not as they were');
  await writeFile(table, added);
  const contract = join(folder, 'bff/src/contract/calls');
  await rename(join(folder, 'client/test/screens/test-contract.ts'), join(contract, 'test-calls.ts'));
  const calls = await readFile(join(contract, 'all.ts'), 'utf8');
  const withTests = calls.replace('export const calls = {', '$& ...testCalls,');
  if (withTests === calls) throw new Error('bff/src/contract/calls/all.ts is not as it was');
  await writeFile(join(contract, 'all.ts'), `import { testCalls } from './test-calls.ts';\n${withTests}`);
  // A form takes a schema of the contract's entities.
  const entity = join(folder, 'client/test/screens/features/new-title.ts');
  await rename(entity, join(folder, 'bff/src/contract/entities/new-title.ts'));
  await writeFile(entity, "export * from '@web/bff/contract/entities/new-title';");
  await run('node', ['client/vite/build.ts'], { cwd: folder });
  await buildTestBundle(folder);
  const running = await startBff({}, join(folder, 'bff/dist-test/main.js'));
  return {
    ...running,
    origin: `http://127.0.0.1:${running.port}`,
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
