import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShippedScreen } from '#platform/document/embedded.ts';

/** What the home screen's first visit fetches of a build, by name, in bytes of brotli; answers to calls come on top. */
export async function firstLoadFiles(dist: string): Promise<Map<string, number>> {
  const html = await readFile(join(dist, 'identity/index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/web\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const table = /id="screens">([^<]*)</.exec(html)?.[1] ?? '[]';
  const [home] = JSON.parse(table) as ShippedScreen[];
  const [, , , , ...screen] = home ?? (['', '', '', 0] as const);
  const files = ['index.html', ...named, ...screen.map((file) => `assets/${file}${suffixOf(file)}`)];
  const sized = files.map(async (file) => [file, (await stat(join(dist, 'br', file))).size] as const);
  return new Map(await Promise.all(sized));
}

const suffixOf = (file: string): string => (file.endsWith('.css') ? '' : '.js');

export const total = (files: ReadonlyMap<string, number>): number =>
  [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
