import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root, run } from '@web/bff/platform/testing/processes';
import { startProduct } from './start-walkthrough.ts';

/** Drops code blocks: in code, brackets are not links, and `#` does not start a heading. */
const proseOf = (text: string) => text.replaceAll(/^```[^]*?^```|^ {4,}.*$/gm, '');

/** Creates the anchors of a page's headings, as GitHub does. */
function anchorsIn(page: string): ReadonlySet<string> {
  const headings = proseOf(readFileSync(page, 'utf8')).matchAll(/^#+ (.*)$/gm);
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
async function brokenIn(folder: string): Promise<string[]> {
  const { stdout } = await run('git', ['ls-files'], { cwd: folder });
  const files = stdout.split('\n').filter((file) => /\.(?:md|ts|tsx|mjs|conf|yml|yaml)$/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const linked = Array.from(proseOf(text).matchAll(/\]\(([^)\s]+)\)/g), ([, to = '']) => to)
      .filter((to) => !/^[a-z]+:/.test(to))
      .map((to) => (to.startsWith('#') ? file + to : join(dirname(file), to)));
    const named = Array.from(text.matchAll(/\b(?:bff|client|nginx)\/[\w/-]+\.md(?:#[\w-]+)?/g), ([to]) => to);
    const isBroken = (target: string) => {
      const [path = '', anchor] = target.split('#');
      const page = join(folder, path);
      return !existsSync(page) || (anchor !== undefined && !anchorsIn(page).has(anchor));
    };
    return (file.endsWith('.md') ? linked : named).filter(isBroken).map((target) => `${file}: ${target}`);
  });
}

/** Returns the paragraphs of quoted code, with the file that the sentence before them names. */
const quotationsIn = (text: string) =>
  Array.from(
    text.matchAll(
      /\bFrom\s`((?:bff|client|nginx)\/example\/[^`]+)` in the\splatform's repository:\n((?:\n| {4}.*\n)+)/g,
    ),
    ([, path = '', code = '']) => ({ path, pieces: code.split(/\n\n(?! {6})/).map((one) => one.trim()) }),
  );

const withoutIndent = (text: string) => text.replaceAll(/^ +/gm, '');

test('each quotation of the example is an exact piece of its file', async () => {
  const { stdout } = await run('git', ['ls-files', '*/docs/*.md'], { cwd: root });
  const quotations = stdout
    .trim()
    .split('\n')
    .flatMap((page) => quotationsIn(readFileSync(join(root, page), 'utf8')));
  expect(quotations).toHaveLength(3);
  for (const { path, pieces } of quotations)
    for (const piece of pieces)
      expect(withoutIndent(readFileSync(join(root, path), 'utf8'))).toContain(withoutIndent(piece));
});

test('in the platform and in a product, every Markdown link resolves, and every Markdown file mentioned in code exists', async () => {
  expect(await brokenIn(root)).toEqual([]);
  const product = await startProduct();
  onTestFinished(() => rm(product, { recursive: true }));
  expect(await brokenIn(product)).toEqual([]);
});
