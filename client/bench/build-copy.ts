import { join } from 'node:path';
import { run } from '@web/bff/test/processes';
import { firstLoadFiles } from './first-load-files.ts';

/** Vitest sets NODE_ENV, and with it Vite would take React's development build. */
export const production = { ...process.env, NODE_ENV: 'production' };

/** Builds a scratch copy of the application, and returns the files of its first load. */
export async function buildCopy(folder: string): Promise<Map<string, number>> {
  await run(process.execPath, ['client/vite/build.ts'], { cwd: folder, env: production });
  return firstLoadFiles(join(folder, 'client/dist'));
}
