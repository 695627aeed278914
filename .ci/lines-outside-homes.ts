import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '@web/bff/platform/testing/processes';
import { isHome } from './homes.ts';

/** Generated and installed files. */
const SKIPPED = /(^|\/)(node_modules|dist|dist-[^/]+|\.git|\.vite)(\/|$)|^package-lock\.json$/;

const linesOf = (file: string) =>
  statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8').split('\n') : [];

/** Counts the changed lines per platform file, in a copy that contains a product. */
export async function linesOutsideHomes(copy: string): Promise<Record<string, number>> {
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const files = new Set([
    ...stdout.trim().split('\n'),
    ...readdirSync(copy, { recursive: true, encoding: 'utf8' }),
  ]);
  const changed: Record<string, number> = {};
  for (const file of files) {
    if (isHome(file) || SKIPPED.test(file)) continue;
    const counts = new Map<string, number>();
    for (const line of linesOf(join(root, file))) counts.set(line, (counts.get(line) ?? 0) + 1);
    for (const line of linesOf(join(copy, file))) counts.set(line, (counts.get(line) ?? 0) - 1);
    const lines = [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
    if (lines > 0) changed[file] = lines;
  }
  return changed;
}

// `node .ci/lines-outside-homes.ts <folder>`: exits with 1 if a line differs.
if (import.meta.main) {
  const [, , copy] = process.argv;
  if (!copy) throw new Error('missing argument: node .ci/lines-outside-homes.ts <folder>');
  const changed = await linesOutsideHomes(copy);
  for (const [file, lines] of Object.entries(changed)) console.log(`${String(lines).padStart(5)}  ${file}`);
  const total = Object.values(changed).reduce((sum, lines) => sum + lines, 0);
  console.log(`lines outside the homes: ${total}`);
  process.exitCode = total > 0 ? 1 : 0;
}
