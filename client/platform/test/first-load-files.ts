import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentScreen } from '#platform/document/bootstrap-data.ts';

/** Returns the Brotli size in bytes of each file that the first load of the home screen requests. Calls are not included. */
export async function firstLoadFiles(folder: string): Promise<Map<string, number>> {
  const dist = join(folder, 'client/dist');
  const html = await readFile(join(dist, 'identity/index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/web\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const table = /id="screens">([^<]*)</.exec(html)?.[1] ?? '[]';
  const [home] = JSON.parse(table) as readonly DocumentScreen[];
  const files = ['index.html', ...named, ...(home?.files ?? []).map((file) => `assets/${file}`)];
  const sized = files.map(async (file) => [file, (await stat(join(dist, 'br', file))).size] as const);
  return new Map(await Promise.all(sized));
}

export const total = (files: ReadonlyMap<string, number>): number =>
  [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
