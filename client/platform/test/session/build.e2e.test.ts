import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { firstLoadFiles, total } from '#platform/test/first-load-files.ts';
import { replaceFiles } from '#platform/test/screens/build-test-screens.ts';
import { declareSession } from './declare-session.ts';

/** Brotli bytes that sign-in may add to the first load. The size varies by about 20 bytes with the hashes in the names of chunks. */
const BUDGET = 1_900;
const navigation = { 'session/app/navigation.tsx': 'client/src/app/navigation.tsx' };

/** Builds a changed copy of the project. Returns size, number and text of the first load's files, and a function that searches all files. */
async function built(change: (folder: string) => Promise<void>) {
  const folder = await scratchCopy();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await change(folder);
  await replaceFiles(folder, navigation);
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  const files = await firstLoadFiles(folder);
  const dist = join(folder, 'client/dist/identity');
  const names = (await readdir(dist, { recursive: true })).filter((name) => /\.(js|css|html)$/.test(name));
  const texts = new Map<string, string>();
  for (const name of names) texts.set(name, await readFile(join(dist, name), 'utf8'));
  const first = [...files.keys()].map((name) => texts.get(name)).join('\n');
  const filesWith = (text: RegExp) => names.filter((name) => text.test(texts.get(name) ?? ''));
  return { bytes: total(files), files: files.size, first, filesWith };
}

test(`sign-in adds at most ${BUDGET} bytes and no schemas to the first load; a product without sign-in contains no code for sign-in`, async () => {
  const without = await built(async () => {});
  const traces = /session-|x-session|signed-in|BroadcastChannel|pageshow|Sign (in|out)/;
  expect(without.filesWith(traces)).toEqual([]);

  const { bytes, files, first, filesWith } = await built(declareSession);
  console.log(`first load: ${without.bytes} bytes, ${bytes} with sign-in`);
  expect(first).toContain('x-session');
  expect(bytes - without.bytes).toBeLessThanOrEqual(BUDGET);
  expect(files).toBe(without.files);
  // These texts are loaded on demand.
  for (const text of ['Your session has ended', 'Stay signed in', 'You are signed out'])
    expect([filesWith(new RegExp(text)).length, first.includes(text)]).toEqual([1, false]);
  expect(filesWith(/Choose a role|session\/role|planted schema|tenant/)).toEqual([]);
});
