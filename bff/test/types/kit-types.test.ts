import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const bff = resolve(import.meta.dirname, '../..');
const FILE = 'test/types/kit-types.ts';

/** Compiles `kit-types.ts` without its `@ts-expect-error` in a temporary folder. Resolves with the compiler's message for each line. */
async function messagesByLine(): Promise<Map<number, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'kit-types-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['src', 'test/types', 'package.json'])
    await cp(join(bff, name), join(folder, 'bff', name), { recursive: true });
  await cp(resolve(bff, '../tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
  await symlink(resolve(bff, '../node_modules'), join(folder, 'node_modules'));
  const source = await readFile(join(bff, FILE), 'utf8');
  await writeFile(join(folder, 'bff', FILE), source.replaceAll('@ts-expect-error', ''));
  const config = join(folder, 'bff/tsconfig.json');
  await writeFile(config, JSON.stringify({ extends: '../tsconfig.base.json', files: [FILE, 'src/app.ts'] }));
  const output = await new Promise<string>((done) => {
    const args = ['-p', config, '--pretty', 'false', '--checkers', '1'];
    execFile('tsc', args, (_error, stdout) => done(stdout));
  });
  const found = [...output.matchAll(/kit-types\.ts\((\d+),\d+\): (.*(?:\n\s+.*)*)/g)];
  return new Map(found.map(([, line, message]) => [Number(line), message ?? '']));
}

test('each mistake gets a short compiler message that names it, and in a handler also the call', async () => {
  const messages = await messagesByLine();
  const lines = (await readFile(join(bff, FILE), 'utf8')).split('\n');
  const expected = lines.flatMap((text, index) => {
    const [, named, key = ''] = /^\s*\/\/ @ts-expect-error '([^']+)'(?: in '([^']+)')?:/.exec(text) ?? [];
    return named === undefined ? [] : [{ line: index + 2, named, key }];
  });
  expect(expected).toHaveLength(14);
  for (const { line, named, key } of expected) {
    const message = messages.get(line) ?? '';
    const [first = ''] = message.split('\n');
    expect([line, message, first]).toEqual([
      line,
      expect.stringContaining(named),
      expect.stringContaining(key),
    ]);
    expect(first.length).toBeLessThan(key ? 240 : 420);
  }
});
