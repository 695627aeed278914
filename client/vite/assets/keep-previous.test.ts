import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepPrevious } from './keep-previous.ts';

const DAY_MS = 24 * 3_600_000;

/** A built client with assets, all of them compressed too. */
async function built(...assets: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'built-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const encoding of ['identity', 'br', 'gzip']) {
    await mkdir(join(folder, encoding, 'assets'), { recursive: true });
    for (const name of assets) {
      const file = join(folder, encoding, 'assets', name);
      await writeFile(file, `${name} of ${encoding}`);
      await utimes(file, 1_000, 1_000);
    }
  }
  return folder;
}

const assetsOf = async (folder: string, encoding = 'identity') =>
  (await readdir(join(folder, encoding, 'assets'))).toSorted();

test('the assets of the build before are added in each encoding, with their times, of which the ETag is made', async () => {
  const [now, before] = [await built('index-b.js', 'same.js'), await built('index-a.js', 'same.js')];
  await keepPrevious(now, before);
  for (const encoding of ['identity', 'br', 'gzip']) {
    expect(await assetsOf(now, encoding)).toEqual(['index-a.js', 'index-b.js', 'same.js']);
    const file = join(now, encoding, 'assets/index-a.js');
    expect(await readFile(file, 'utf8')).toBe(`index-a.js of ${encoding}`);
    expect((await stat(file)).mtimeMs).toBe(1_000_000);
  }
});

test('assets stay for a week after the build that replaced them, however often it deploys', async () => {
  const [a, b, c, d] = [await built('a.js'), await built('b.js'), await built('c.js'), await built('d.js')];
  const month = 30 * DAY_MS;
  await keepPrevious(b, a, month);
  await keepPrevious(c, b, month + 6 * DAY_MS);
  expect(await assetsOf(c)).toEqual(['a.js', 'b.js', 'c.js']);
  await keepPrevious(d, c, month + 8 * DAY_MS);
  expect(await assetsOf(d)).toEqual(['b.js', 'c.js', 'd.js']);
});

test('an asset that is current again begins its week anew', async () => {
  const [a, b, again, c] = [
    await built('a.js'),
    await built('b.js'),
    await built('a.js'),
    await built('c.js'),
  ];
  await keepPrevious(b, a, 0);
  await keepPrevious(again, b, 6 * DAY_MS);
  await keepPrevious(c, again, 12 * DAY_MS);
  expect(await assetsOf(c)).toEqual(['a.js', 'b.js', 'c.js']);
});

test('the first build has none before it', async () => {
  const folder = await built('a.js');
  await keepPrevious(folder, join(folder, 'nothing'));
  expect(await assetsOf(folder)).toEqual(['a.js']);
});
