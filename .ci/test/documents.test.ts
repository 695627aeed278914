import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root, run } from '@web/bff/platform/testing/processes';
import { ownerOf } from '../ownership.mjs';

const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
});
const files = stdout.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
const pages = files.filter((file) => file.endsWith('.md'));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** Drops code blocks: in code, brackets are not links, and `#` does not start a heading. */
const proseOf = (text: string) => text.replaceAll(/^```[^]*?^```|^ {4,}.*$/gm, '');

/** Returns the targets of the relative links on a page, as paths from the root of the repository. */
const linksIn = (page: string): string[] =>
  Array.from(proseOf(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g), ([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => (to.startsWith('#') ? page + to : join(dirname(page), to)));

/** Creates the anchors of a page's headings, as GitHub does. */
function anchorsIn(page: string): ReadonlySet<string> {
  const headings = proseOf(textOf(page)).matchAll(/^#+ (.*)$/gm);
  return new Set(
    Array.from(headings, ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Returns the broken links in Markdown files, and references in other files to missing documents or headings. */
function brokenIn(present: readonly string[], exists: (path: string) => boolean): string[] {
  const isBroken = (target: string) => {
    const [path = '', anchor] = target.split('#');
    return !exists(path) || (anchor !== undefined && !anchorsIn(path).has(anchor));
  };
  const named = (file: string) =>
    Array.from(textOf(file).matchAll(/\b(?:bff|client|nginx)\/[\w/-]+\.md(?:#[\w-]+)?/g), ([to]) => to);
  return present
    .filter((file) => /\.(?:md|ts|tsx|mjs|conf|yml|yaml)$/.test(file))
    .flatMap((file) =>
      (file.endsWith('.md') ? linksIn(file) : named(file))
        .filter(isBroken)
        .map((target) => `${file}: ${target}`),
    );
}

test('every Markdown link resolves, and every Markdown file mentioned in code exists', () => {
  expect(brokenIn(files, (path) => existsSync(join(root, path)))).toEqual([]);
});

test('every Markdown link of a product resolves, except those to the example', () => {
  // `new-product` drops the parts of README.md that a product does not need.
  const isInProduct = (file: string) => ownerOf(file) !== 'platform only' && file !== 'README.md';
  const product = files.filter(isInProduct);
  const exists = (path: string) =>
    path === 'README.md' ||
    /^\w+\/example\//.test(path) ||
    product.some((file) => file === path || file.startsWith(`${path}/`));
  expect(brokenIn(product, exists)).toEqual([]);
});

const MAX_LINES = 15;
/** Comment that names the file of a block, in its first line. */
const NAME = /^ *(?:\/\/|#|\/\*) ([\w./-]+\.\w+)(?: \*\/)?$/;

/** Removes the indentation that all lines have. */
function dedented(lines: readonly string[]): string {
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join('\n');
}

/** True if the lines of a block follow each other in a file, with any indentation. */
function isPieceOf(file: string, block: readonly string[]): boolean {
  const lines = textOf(file).split('\n');
  const piece = dedented(block);
  return lines.some((_, index) => dedented(lines.slice(index, index + block.length)) === piece);
}

/** Returns what is wrong with the code blocks of a page that name a file. */
function faultsIn(page: string): string[] {
  const text = textOf(page);
  const links = linksIn(page);
  const blocks = Array.from(text.matchAll(/^```\w+\n([^]*?)\n```$/gm), ([, block = '']) => block.split('\n'));
  const indented = text.split('\n').filter((line) => line.startsWith('    ') && NAME.test(line));
  const faults = blocks.flatMap(([first = '', ...block]) => {
    const [, file] = NAME.exec(first) ?? [];
    if (file === undefined) return [];
    if (!files.includes(file)) return [`${file} does not exist`];
    return [
      ...(block.length > MAX_LINES ? [`${file}: ${block.length} lines are more than ${MAX_LINES}`] : []),
      ...(isPieceOf(file, block) ? [] : [`${file} does not contain “${block[0]}” and the lines after it`]),
      ...(links.includes(file) ? [] : [`${file} is quoted, but not linked`]),
    ];
  });
  return [...faults, ...indented.map((line) => `${line.trim()} needs a fenced block`)];
}

test.each(pages)(
  'each code block of %s that names a file is a piece of it, at most 15 lines long, and the page links to the file',
  (page) => {
    expect(faultsIn(page)).toEqual([]);
  },
);
