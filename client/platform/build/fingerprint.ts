import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const SKIPPED = new Set(['dist', 'node_modules']);

/** Hashes names and bytes of all files beneath `sources` (SHA-256, hexadecimal). Skips missing sources. */
export async function fingerprint(root: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesOf(join(root, source))) {
      const bytes = await readFile(file);
      const name = relative(root, file).replaceAll(sep, '/');
      hash.update(`${name}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found ? [path] : [];
  const names = (await readdir(path)).filter((name) => !SKIPPED.has(name)).toSorted();
  return (await Promise.all(names.map((name) => filesOf(join(path, name))))).flat();
}
