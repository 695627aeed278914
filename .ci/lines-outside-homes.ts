/**
 * `node .ci/lines-outside-homes.ts <folder>`: compares a copy of this project, in which a product was filled in, with this one. Prints the
 * lines that were added, changed or deleted outside a product's homes, by file. Exits with 1 if there are any.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The homes of a product; everything else is the platform's. */
const HOMES = [
  /^bff\/src\/(main|settings|roles-from-claims)\.ts$/,
  /^bff\/src\/contract\/(?!kit\/)/,
  /^bff\/src\/calls\//,
  /^bff\/src\/(services|upstreams)\/(?!kit\/|register\.)/,
  /^client\/src\/app\/(?!routing\/|document\/)/,
  /^client\/src\/(features|messages)\//,
  /^client\/src\/ui\/styles\/tokens\.css$/,
  /^client\/public\//,
  // Its deployment.
  /^nginx\/ingress\/kubernetes\/base\/kustomization\.yaml$/,
];

const SKIPPED = /(^|\/)(node_modules|dist|dist-[^/]+|\.git|\.vite)(\/|$)/;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('node .ci/lines-outside-homes.ts <folder>: the folder of the copy is missing');
const root = resolve(import.meta.dirname, '..');

const filesOf = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .filter((file) => !SKIPPED.test(file));

const textOf = (path: string, file: string) => readFile(join(path, file), 'utf8').catch(() => '');

/** How many lines only one of the two has. */
function different(before: string, after: string): number {
  const counts = new Map<string, number>();
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of after.split('\n')) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

// What git ignores here, such as notes of an editor, is nobody's.
const { stdout } = await promisify(execFile)(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  {
    cwd: root,
  },
);
const names = new Set([...stdout.trim().split('\n'), ...(await filesOf(folder))]);
let total = 0;
for (const file of [...names].toSorted()) {
  if (HOMES.some((home) => home.test(file))) continue;
  const lines = different(await textOf(root, file), await textOf(folder, file));
  if (lines > 0) console.log(`${String(lines).padStart(5)}  ${file}`);
  total += lines;
}
console.log(`lines outside the homes: ${total}`);
process.exitCode = total > 0 ? 1 : 0;
