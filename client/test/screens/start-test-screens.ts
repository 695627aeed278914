import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
  await writeFile(table, `import { listing } from '../../test/screens/features/addresses.ts';\n${added}`);
  const contract = join(folder, 'bff/src/contract/calls');
  await rename(join(folder, 'client/test/screens/test-contract.ts'), join(contract, 'test-calls.ts'));
  const calls = await readFile(join(contract, 'all.ts'), 'utf8');
  const withTests = calls.replace('export const calls = {', '$& ...testCalls,');
  if (withTests === calls) throw new Error('bff/src/contract/calls/all.ts is not as it was');
  await writeFile(join(contract, 'all.ts'), `import { testCalls } from './test-calls.ts';\n${withTests}`);
  // The build reads a form's call from the contract.
  await appendFile(join(contract, 'all.ts'), "export { formCalls } from '../../../test/form-calls.ts';\n");
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
