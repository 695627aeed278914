import { join } from 'node:path';
import { run } from '../../e2e/processes.ts';
import { firstLoadFiles } from './first-load-files.ts';

/** Vitest sets NODE_ENV, and with it Vite would take React's development build. */
export const production = { ...process.env, NODE_ENV: 'production' };

/** Builds a scratch copy of the application, and tells what its first load fetches. */
export async function buildCopy(folder: string): Promise<Map<string, number>> {
  await run(process.execPath, ['client/build/if-stale.ts'], { cwd: folder, env: production });
  return firstLoadFiles(join(folder, 'client/dist'));
}
