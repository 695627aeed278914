/**
 * Adds the assets of the build before to this one: `node client/vite/assets/keep-previous.ts <built client> <the one before>`. Then a tab
 * that was opened before a deploy still finds its files, for a week after the build that replaced them.
 */
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT_MS = 7 * 24 * 3_600_000;
/** In the built client: its assets that are of builds before, and since when (milliseconds since 1970) they are not current. */
const RECORD = 'kept-assets.json';

type Kept = Readonly<Record<string, number>>;

/** Copies what the folder `previous` has of assets, in each encoding. Does nothing if that folder has no built client. */
export async function keepPrevious(built: string, previous: string, now = Date.now()): Promise<void> {
  if (!existsSync(join(previous, 'identity/assets'))) return;
  const before = await readKept(previous);
  const current = new Set(await readdir(join(built, 'identity/assets')));
  const replaced: Record<string, number> = {};
  for (const name of await readdir(join(previous, 'identity/assets'))) {
    const since = before[name] ?? now;
    if (current.has(name) || now - since > KEPT_MS) continue;
    replaced[name] = since;
    for (const encoding of ['identity', 'br', 'gzip']) {
      const file = join(encoding, 'assets', name);
      if (existsSync(join(previous, file)))
        await cp(join(previous, file), join(built, file), { preserveTimestamps: true });
    }
  }
  await writeFile(join(built, RECORD), JSON.stringify(replaced));
}

async function readKept(folder: string): Promise<Kept> {
  const file = join(folder, RECORD);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Kept) : {};
}

if (import.meta.main) {
  const [built = '', previous = ''] = process.argv.slice(2);
  await keepPrevious(built, previous);
}
