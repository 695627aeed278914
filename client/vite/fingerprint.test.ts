import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

let root = '';

async function write(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), content);
}
const now = (): Promise<string> => fingerprint(root, ['room', 'lock.json', 'not-there.ts']);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fingerprint-'));
  await write('room/src/a.ts', 'a');
  await write('lock.json', '{}');
});
afterEach(() => rm(root, { recursive: true }));

test('the fingerprint is stable while no source changes', async () => {
  const before = await now();
  await write('room/dist/a.js', 'built');
  await write('room/node_modules/x/index.js', 'installed');
  await write('elsewhere/a.ts', 'a');
  expect(await now()).toBe(before);
});

test('the fingerprint changes with a byte, a name and a further file', async () => {
  const seen = new Set([await now()]);
  await write('room/src/a.ts', 'b');
  seen.add(await now());
  await write('room/src/c.ts', '');
  seen.add(await now());
  await rm(join(root, 'room/src/c.ts'));
  await write('room/src/d.ts', '');
  seen.add(await now());
  expect(seen.size).toBe(4);
});
