/**
 * Copies the previous build's assets into a new build: `node client/platform/build/assets/keep-previous.ts <new client> <previous client>`.
 * Tabs that were opened before a deploy find their files for a week.
 */
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** File that lists each old asset with the time it was replaced, in milliseconds since the epoch. */
const RECORD = 'kept-assets.json';

/** Copies assets from the folder `previous` to `built`, in each encoding. Does nothing if `previous` contains no built client. */
export async function keepPrevious(built: string, previous: string, now = Date.now()): Promise<void> {
  if (!existsSync(join(previous, 'identity/assets'))) return;
  const record = join(previous, RECORD);
  const before = existsSync(record) ? JSON.parse(await readFile(record, 'utf8')) : {};
  const current = new Set(await readdir(join(built, 'identity/assets')));
  const replaced: Record<string, number> = {};
  for (const name of await readdir(join(previous, 'identity/assets'))) {
    const since: number = before[name] ?? now;
    if (current.has(name) || now - since > MAX_AGE_MS) continue;
    replaced[name] = since;
    for (const encoding of ['identity', 'br', 'gzip']) {
      const file = join(encoding, 'assets', name);
      if (existsSync(join(previous, file)))
        await cp(join(previous, file), join(built, file), { preserveTimestamps: true });
    }
  }
  await writeFile(join(built, RECORD), JSON.stringify(replaced));
}

if (import.meta.main) {
  const [built = '', previous = ''] = process.argv.slice(2);
  await keepPrevious(built, previous);
}
