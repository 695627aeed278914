import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { writeTrees } from './precompress.ts';

const text = 'the same words, again and again, '.repeat(50);
const encodings = ['identity', 'br', 'gzip'];

async function emit(files: Readonly<Record<string, string>>): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'precompress-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = join(dist, 'identity', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await writeTrees(dist, { screens: [''], inline: { script: [], style: [] } });
  return dist;
}

test('the build compresses text files into `br/` and `gzip/`, and lists their extensions in the client manifest', async () => {
  const dist = await emit({ 'index.html': text, 'assets/a.js': text, 'assets/photo.png': text });
  const namesIn = async (tree: string) =>
    (await readdir(join(dist, tree), { recursive: true })).filter((name) => name.includes('.')).toSorted();
  expect(await namesIn('identity')).toEqual(['assets/a.js', 'assets/photo.png', 'index.html']);
  for (const tree of ['br', 'gzip']) expect(await namesIn(tree)).toEqual(['assets/a.js', 'index.html']);
  const read = (file: string) => readFile(join(dist, file));
  expect(brotliDecompressSync(await read('br/assets/a.js')).toString()).toBe(text);
  expect(gunzipSync(await read('gzip/assets/a.js')).toString()).toBe(text);
  expect(JSON.parse(String(await read('client-manifest.json')))).toMatchObject({
    compressed: ['html', 'js'],
    files: ['css', 'html', 'js', 'map', 'png'],
  });
});

test('the modification time of a compressed file, which nginx uses in the ETag, depends only on content and encoding; it lies in the years 1980 to 2000, without fractions of a second', async () => {
  const dist = await emit({ 'a.js': text, 'b.js': text, 'c.js': `${text}!` });
  const timesOf = (name: string) =>
    Promise.all(encodings.map(async (tree) => (await stat(join(dist, tree, name))).mtimeMs));
  const times = await timesOf('a.js');
  expect(await timesOf('b.js')).toEqual(times);
  expect(new Set([...times, ...(await timesOf('c.js'))]).size).toBe(6);
  for (const time of times) {
    expect(time % 1000).toBe(0);
    expect(time).toBeGreaterThanOrEqual(Date.UTC(1980, 0));
    expect(time).toBeLessThan(Date.UTC(2000, 0));
  }
});
