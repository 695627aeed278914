import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const marked = readFileSync(join(folder, 'kit-types.ts'), 'utf8');

/** What the compiler says of each line, once nothing expects an error. */
async function diagnostics(): Promise<Map<number, string>> {
  const [file, config] = [join(folder, 'planted-types.ts'), join(folder, 'planted-types.tsconfig.json')];
  writeFileSync(file, marked.replaceAll('@ts-expect-error', ''));
  writeFileSync(config, JSON.stringify({ extends: '../tsconfig.json', include: ['planted-types.ts'] }));
  const said = await new Promise<string>((resolve) => {
    execFile('tsc', ['-p', config, '--pretty', 'false'], (_error, stdout) => resolve(stdout));
  });
  for (const one of [file, config]) rmSync(one);
  const found = [...said.matchAll(/planted-types\.ts\((\d+),\d+\): (.*(?:\n\s+.*)*)/g)];
  return new Map(found.map(([, line, message]) => [Number(line), message ?? '']));
}

test('every mistake is refused, with a message that names it', { timeout: 60_000 }, async () => {
  const said = await diagnostics();
  const lines = marked.split('\n');
  const expected = lines.flatMap((text, at) => {
    const named = /^\/\/ @ts-expect-error '([^']+)'/.exec(text)?.[1];
    return named ? [{ line: at + 2, named }] : [];
  });
  expect(expected).toHaveLength(21);
  for (const { line, named } of expected)
    expect([line, said.get(line)]).toEqual([line, expect.stringContaining(named)]);
});
