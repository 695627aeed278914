import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepPrevious } from './keep-previous.ts';

const DAY_MS = 24 * 3_600_000;

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

test('keepPrevious adds the previous build’s assets in each encoding, with their modification times', async () => {
  const [now, before] = [await built('index-b.js', 'same.js'), await built('index-a.js', 'same.js')];
  await keepPrevious(before, join(before, 'nothing'));
  await keepPrevious(now, before);
  for (const encoding of ['identity', 'br', 'gzip']) {
    expect(await assetsOf(now, encoding)).toEqual(['index-a.js', 'index-b.js', 'same.js']);
    const file = join(now, encoding, 'assets/index-a.js');
    expect(await readFile(file, 'utf8')).toBe(`index-a.js of ${encoding}`);
    expect((await stat(file)).mtimeMs).toBe(1_000_000);
  }
});

test.each<[what: string, deploys: readonly [asset: string, day: number][], left: readonly string[]]>([
  [
    'stay for a week after a build has replaced them, however often the product is deployed',
    [
      ['a.js', 0],
      ['b.js', 30],
      ['c.js', 36],
      ['d.js', 38],
    ],
    ['b.js', 'c.js', 'd.js'],
  ],
  [
    'that become current again stay for another week',
    [
      ['a.js', 0],
      ['b.js', 0],
      ['a.js', 6],
      ['c.js', 12],
    ],
    ['a.js', 'b.js', 'c.js'],
  ],
])('assets %s', async (_what, deploys, left) => {
  let before = 'nothing';
  for (const [asset, day] of deploys) {
    const now = await built(asset);
    await keepPrevious(now, before, day * DAY_MS);
    before = now;
  }
  expect(await assetsOf(before)).toEqual(left);
});
