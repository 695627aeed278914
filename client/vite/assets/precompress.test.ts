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

test('the compressed trees hold the compressible files under the same names', async () => {
  await emit({ 'index.html': text, 'assets/a.js': text, 'assets/photo.png': text });
  expect(await namesIn('identity')).toEqual(['assets/a.js', 'assets/photo.png', 'index.html']);
  expect(await namesIn('br')).toEqual(['assets/a.js', 'index.html']);
  expect(await namesIn('gzip')).toEqual(['assets/a.js', 'index.html']);
});

test('compressed files decompress to the bytes of the identity tree', async () => {
  await emit({ 'assets/a.css': text });
  const br = await readFile(join(dist, 'br/assets/a.css'));
  const gzip = await readFile(join(dist, 'gzip/assets/a.css'));
  expect(brotliDecompressSync(br).toString()).toBe(text);
  expect(gunzipSync(gzip).toString()).toBe(text);
});

test('files of equal content have equal times, and other files have other times', async () => {
  await emit({ 'one.js': text, 'two.js': text, 'three.js': `${text}!` });
  for (const tree of ['identity', 'br', 'gzip']) {
    const [one, two, three] = await Promise.all(
      ['one', 'two', 'three'].map((name) => timeOf(`${tree}/${name}.js`)),
    );
    expect(one).toBe(two);
    expect(one).not.toBe(three);
  }
});

test('each encoding of a file has a time of its own', async () => {
  await emit({ 'one.js': text });
  const times = ['identity', 'br', 'gzip'].map((tree) => timeOf(`${tree}/one.js`));
  expect(new Set(await Promise.all(times)).size).toBe(3);
});

test('every time lies in whole seconds between 1980 and 2000', async () => {
  await emit({ 'one.js': text, 'two.png': text });
  for (const file of ['identity/one.js', 'br/one.js', 'identity/two.png']) {
    const time = await timeOf(file);
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
