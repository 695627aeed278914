import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root, run } from '@web/bff/platform/testing/processes';
import { ownerOf } from '../ownership.mjs';

const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
});
const files = stdout.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
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

test('in a product, every Markdown link resolves, except those to the example', () => {
  // `new-product` drops the parts of README.md that a product does not need.
  const isInProduct = (file: string) => ownerOf(file) !== 'platform only' && file !== 'README.md';
  const product = files.filter(isInProduct);
  const exists = (path: string) =>
    path === 'README.md' ||
    /^\w+\/example\//.test(path) ||
    product.some((file) => file === path || file.startsWith(`${path}/`));
  expect(brokenIn(product, exists)).toEqual([]);
});
