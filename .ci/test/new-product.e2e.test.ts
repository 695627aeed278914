import { existsSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { fillInExample } from '@web/bff/platform/test/scratch-copy';
import { freePort, run, start } from '@web/bff/platform/testing/processes';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { startTestProvider } from '@web/bff/platform/testing/test-provider';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { visit } from '@web/client/platform/testing/browser/visit';
import { moveTo, runIn, startProduct } from './start-product.ts';

/** Base path of the product, different from the default `/web`. */
const BASE = '/ops/on-call';

// These tests run all commands of a project, which may take minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

/** A product with the files of the example, and its own base path. */
let folder: string;

beforeAll(async () => {
  folder = await startProduct();
  await fillInExample(folder);
  await moveTo(folder, BASE);
  // nginx's workers are another user.
  await chmod(folder, 0o755);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

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

test('a new product has no empty folders and no broken links in README.md, and says “npm ci first” until its packages are installed', async () => {
  const folder = await startProduct();
  onTestFinished(() => rm(folder, { recursive: true }));
  await rm(join(folder, 'node_modules'), { recursive: true });
  const { stdout } = await run('find', [folder, '-type', 'd', '-empty', '-not', '-path', '*/.git/*']);
  expect(stdout).toBe('');
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const links = Array.from(readme.matchAll(/\]\(([\w./-]+)/g), ([, to = '']) => to);
  expect(links.filter((to) => !existsSync(join(folder, to)))).toEqual([]);
  for (const script of ['check', 'test', 'build', 'dev'])
    await expect(runIn(folder, `npm run ${script}`)).rejects.toThrow(/run `npm ci` first/);
});

test('in the built example at another base path, a user signs in, returns to the address, corrects rejected input, and creates a note', async () => {
  await runIn(folder, 'node client/platform/build/build.ts');
  const [port, notesPort, handbookPort] = [await freePort(), await freePort(), await freePort()];
  const fakes = { NOTES_PORT: `${notesPort}`, HANDBOOK_PORT: `${handbookPort}` };
  const services = start('node', ['bff/src/upstreams/run-fakes.ts'], fakes, folder);
  onTestFinished(services.stop);
  const origin = `http://127.0.0.1:${port}`;
  const users = { ada: { name: 'Ada Lovelace', role: 'editor' } };
  const provider = await startTestProvider({ users, applications: [origin + BASE] });
  onTestFinished(provider.stop);
  const env = {
    PORT: `${port}`,
    NOTES_KEY: 'key of the test',
    UPSTREAM_NOTES: `http://127.0.0.1:${notesPort}`,
    UPSTREAM_HANDBOOK: `http://127.0.0.1:${handbookPort}`,
  };
  const bff = await startBff({ ...env, ...provider.settings }, join(folder, 'bff/dist/main.js'), BASE);
  onTestFinished(bff.stop);
  const browser = await chromium();
  onTestFinished(() => browser.close());
  const { page, problems } = await visit(browser, origin, BASE);

  const address = `${origin}${BASE}/notes/new?x=1#fields`;
  await page.goto(address);
  await page.getByRole('link', { name: 'ada', exact: true }).click();
  await page.getByText('Ada Lovelace').waitFor();
  expect(page.url()).toBe(address);
  // Ignores the problems so far: the OpenID provider's pages, on another origin, may have caused them.
  const before = problems().length;
  const create = page.getByRole('button', { name: 'Create the note' });
  await create.click();
  await page.getByText('A note needs a title.', { exact: true }).waitFor();
  await page.getByLabel('Title').fill('Of the test');
  await page.getByLabel('Audience').selectOption('everybody');
  await page.getByLabel('Shown from').fill('2026-02-02');
  await page.getByLabel('Shown until').fill('2026-02-01');
  await create.click();
  await page.getByText('The last day must be after the first.', { exact: true }).waitFor();
  await page.getByLabel('Shown until').fill('2026-02-03');
  await create.click();
  await page.getByRole('heading', { level: 1, name: 'Of the test' }).waitFor();
  expect(await page.title()).toMatch(/^Of the test · /);
  expect(problems().slice(before)).toEqual([]);

  await page.goto(`${origin}${BASE}/notes/new`);
  await page.getByLabel('Title').fill('Of the test');
  await page.getByLabel('Audience').selectOption('everybody');
  await create.click();
  await page.getByText('There is a note with this title already.').first().waitFor();
});

test('npm test of a product with its own base path and layout runs only tests in src/ and platform/testing/, and npm run test:e2e passes', async () => {
  await writeFile(join(folder, 'client/src/app/layout.tsx'), ownLayout);
  const stdout = await runIn(folder, 'npm test');
  const files = Array.from(stdout.matchAll(/✓.*?([\w/-]+)\.test\.tsx?/g), ([, file = '']) => file);
  const ofAnyProduct = ['contrast', 'entry', 'patterns', 'screens', 'start'].map(
    (name) => `platform/testing/${name}`,
  );
  expect(files.filter((file) => !file.startsWith('src/')).toSorted()).toEqual(ofAnyProduct);
  expect(files).toContain('src/calls/notes/notes');
  await runIn(folder, 'npm run test:e2e');
});
