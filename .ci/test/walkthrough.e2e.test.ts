import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { run } from '@web/bff/platform/testing/processes';
import { visit } from '@web/client/platform/testing/browser/visit';
import { ownerOf } from '../ownership.mjs';
import {
  blocksIn,
  documentsWithBlocks,
  fillIn,
  fillInRecipes,
  fillInWalkthrough,
  ONE_CALL,
  startProduct,
  startWalkthrough,
  recipesIn,
} from './start-walkthrough.ts';

/** Base path of the product, different from the default `/web`. */
const BASE = '/ops/on-call';

// These tests run all commands of a project, which may take minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

let walkthrough: Awaited<ReturnType<typeof startWalkthrough>>;
let folder: string;
let origin: string;
let browser: Browser;

beforeAll(async () => {
  walkthrough = await startWalkthrough(BASE);
  ({ folder, origin } = walkthrough);
  browser = await chromium();
});

afterAll(async () => {
  await browser?.close();
  await walkthrough?.stop();
});

const ownLayout = `
import type { ReactNode } from 'react';
import { Link } from '#platform/ui/link.tsx';
import { SessionMenu } from '#platform/session/views/session-menu.tsx';

export const Layout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <nav aria-label="Own"><Link to="/">Notes</Link><SessionMenu /></nav>
    <main>{children}</main>
  </>
);
`;

/** Environment without the variables that Vitest sets. */
const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...env } = process.env;
const runIn = (cwd: string, command: string) => {
  const [program = '', ...args] = command.split(' ');
  const running = run(program, args, { cwd, env, maxBuffer: 1 << 26 });
  return running.catch(({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`${command}: ${stdout}${stderr}`);
  });
};

test('a new product has no empty folders, and says “npm ci first” until its packages are installed', async () => {
  const folder = await startProduct();
  onTestFinished(() => rm(folder, { recursive: true }));
  await rm(join(folder, 'node_modules'), { recursive: true });
  const { stdout } = await run('find', [folder, '-type', 'd', '-empty', '-not', '-path', '*/.git/*']);
  expect(stdout).toBe('');
  for (const script of ['check', 'test', 'build', 'dev'])
    await expect(runIn(folder, `npm run ${script}`)).rejects.toThrow(/run `npm ci` first/);
});

test('the product built from getting-started.md passes npm run check and shows its screen', async () => {
  const copy = await startProduct();
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  await fillIn(copy, ONE_CALL);
  await runIn(copy, 'npm run check');
  await runIn(copy, 'node client/platform/build/build.ts');
  const bff = await startBff({}, join(copy, 'bff/dist/main.js'));
  onTestFinished(bff.stop);
  const { page } = await visit(browser, `http://127.0.0.1:${bff.port}`);
  await page.goto(`http://127.0.0.1:${bff.port}/web/greetings/Ada`);
  await page.getByRole('heading', { level: 1, name: 'Hello, Ada!' }).waitFor();
});

const pages = await documentsWithBlocks();

test.each(pages)('%s tells the reader to write only files that a product owns', async (document) => {
  const files = [...(await blocksIn(document)).keys()];
  expect(files.filter((file) => ownerOf(file) !== 'product')).toEqual([]);
});

test('apart from walkthrough.md and getting-started.md, no two documentation pages tell the reader to write the same file', async () => {
  const others = recipesIn(pages);
  expect(others.length).toBeGreaterThan(10);
  const files = (await Promise.all(others.map(async (page) => [...(await blocksIn(page)).keys()]))).flat();
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});

test('the files of all documentation pages except getting-started.md compile together in one product', async () => {
  const copy = await startProduct();
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  await fillInWalkthrough(copy);
  await fillInRecipes(copy);
  await runIn(copy, 'npm run types');
});

test('in the product built from walkthrough.md, a user signs in, corrects rejected input, and adds and opens a note', async () => {
  const { page, problems } = await visit(browser, origin, BASE);
  await page.goto(`${origin}${BASE}/?q=The#list`);
  await page.getByText('The first (published)').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'ada', exact: true }).click();
  await page.getByText('Ada Lovelace').waitFor();
  expect(page.url()).toBe(`${origin}${BASE}/?q=The#list`);
  // Ignores the problems so far: the OpenID provider's pages, on another origin, may have caused them.
  const before = problems().length;
  const title = page.getByLabel('Title', { exact: true });
  const add = page.getByRole('button', { name: 'Add the note' });

  await add.click();
  await page.getByText('A note needs a title.').waitFor();
  await title.fill('The second');
  await page.getByLabel('Shown from').fill('2026-02-02');
  await page.getByLabel('Shown until').fill('2026-02-01');
  await add.click();
  await page.getByText('The last day must be after the first.').waitFor();
  await page.getByLabel('Shown until').fill('2026-02-03');
  await add.click();
  await page.getByText('The second (draft)').waitFor();
  expect(problems().slice(before)).toEqual([]);

  await title.fill('The second');
  await add.click();
  const alert = page.getByRole('alert');
  await alert.getByText('There is a note with this title already. It is note 8.').waitFor();

  // Confirms leaving the screen with an unsaved title.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'The first' }).click();
  await page.getByRole('heading', { level: 1, name: 'The first' }).waitFor();
  expect(await page.title()).toMatch(/^The first · /);
});

test('in a product with its own base path and layout, npm test runs only tests in src/ and platform/testing/, and npm run test:e2e passes', async () => {
  const layout = join(folder, 'client/src/app/layout.tsx');
  await writeFile(layout, ownLayout);
  await chmod(folder, 0o755);
  // Keep this test last, because it rebuilds the folder.
  const { stdout } = await runIn(folder, 'npm test');
  const files = Array.from(stdout.matchAll(/✓.*?([\w/-]+)\.test\.tsx?/g), ([, file = '']) => file);
  const ofAnyProduct = ['contrast', 'entry', 'patterns', 'screens', 'start'].map(
    (name) => `platform/testing/${name}`,
  );
  expect(files.toSorted()).toEqual([...ofAnyProduct, 'src/calls/notes/notes']);
  await runIn(folder, 'npm run test:e2e');
});
