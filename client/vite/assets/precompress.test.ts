import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeTrees } from './precompress.ts';

const text = 'the same words, again and again, '.repeat(50);
let dist = '';

async function emit(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries({ 'index.html': text, ...files })) {
    const file = join(dist, 'identity', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await writeTrees(dist, { screens: '^$', inline: { script: [], style: [] } });
}

const namesIn = async (tree: string): Promise<string[]> =>
  (await readdir(join(dist, tree), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dist, tree).length + 1))
    .toSorted();

const timeOf = async (file: string): Promise<number> => (await stat(join(dist, file))).mtimeMs;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'precompress-'));
});
afterEach(() => rm(dist, { recursive: true }));

test('the compressed trees hold the compressible files under the same names, which decompress to their bytes', async () => {
  await emit({ 'index.html': text, 'assets/a.js': text, 'assets/photo.png': text });
  expect(await namesIn('identity')).toEqual(['assets/a.js', 'assets/photo.png', 'index.html']);
  for (const [tree, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    expect(await namesIn(tree)).toEqual(['assets/a.js', 'index.html']);
    expect(decompress(await readFile(join(dist, tree, 'assets/a.js'))).toString()).toBe(text);
  }
});

test('the time of a file comes from its content, in whole seconds between 1980 and 2000, and differs between its encodings', async () => {
  await emit({ 'one.js': text, 'two.js': text, 'three.js': `${text}!` });
  const [ones, twos, threes] = await Promise.all(
    ['one.js', 'two.js', 'three.js'].map((name) =>
      Promise.all(['identity', 'br', 'gzip'].map((tree) => timeOf(`${tree}/${name}`))),
    ),
  );
  expect(ones).toEqual(twos);
  expect(new Set([...(ones ?? []), ...(threes ?? [])]).size).toBe(6);
  for (const time of ones ?? []) {
    expect(time % 1000).toBe(0);
    expect(time).toBeGreaterThanOrEqual(Date.UTC(1980, 0));
    expect(time).toBeLessThan(Date.UTC(2000, 0));
  }
});

test('the client manifest lists the extensions of files, always with css and map, and the compressed ones', async () => {
  await emit({ 'index.html': text, 'assets/a.js': text, 'photo.png': text });
  expect(JSON.parse(await readFile(join(dist, 'client-manifest.json'), 'utf8'))).toMatchObject({
    compressed: ['html', 'js'],
    files: ['css', 'html', 'js', 'map', 'png'],
  });
});
