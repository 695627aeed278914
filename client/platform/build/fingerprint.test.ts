import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

test('the fingerprint changes only if a source file is added, renamed or edited', async () => {
  const root = await mkdtemp(join(tmpdir(), 'fingerprint-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const now = () => fingerprint(root, ['room', 'lock.json', 'not-there.ts']);
  const write = async (name: string, content: string) => {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
    return now();
  };
  await write('lock.json', '{}');
  const first = await write('room/src/a.ts', 'a');
  for (const name of ['room/dist/a.js', 'room/node_modules/x/index.js', 'elsewhere/a.ts'])
    expect(await write(name, 'other')).toBe(first);
  const changed = [await write('room/src/a.ts', 'b'), await write('room/src/c.ts', '')];
  await rename(join(root, 'room/src/c.ts'), join(root, 'room/src/d.ts'));
  expect(new Set([first, ...changed, await now()]).size).toBe(4);
});
