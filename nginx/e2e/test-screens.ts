import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildBundle, startEmbedded, type Embedded } from './bff-with-test-calls.ts';
import { run } from './processes.ts';
import { scratchCopy } from './scratch-copy.ts';

/** A copy of the project with the test screens beside its own, and the test calls in its BFF, running. */
export async function startTestScreens(): Promise<Embedded & { readonly origin: string }> {
  const folder = await scratchCopy();
  const table = join(folder, 'client/src/app/screens.ts');
  const own = await readFile(table, 'utf8');
  const [, rows = ''] = (await readFile(join(folder, 'client/test/test-screens.ts'), 'utf8')).split(
    / = \[\n/,
  );
  // The build reads the rows where they stand, so these have to stand there, too.
  const added = own.replace(/\n\];\s*$/, `\n${rows.replaceAll("'./screens/", "'../../test/screens/")}`);
  if (added === own || !rows) throw new Error('the tables of screens are not as they were');
  await writeFile(table, added);
  await run('node', ['client/build/if-stale.ts'], { cwd: folder });
  await buildBundle(folder);
  const running = await startEmbedded({}, join(folder, 'bff/dist-test/main.js'));
  return {
    ...running,
    origin: `http://127.0.0.1:${running.port}`,
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
