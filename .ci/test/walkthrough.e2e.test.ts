import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startBff } from '@web/bff/test/start-bff';
import { chromium } from '@web/client/test/browser/chromium';
import { run } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';
import { visit } from '@web/client/test/browser/visit';
import { linesOutsideHomes } from '../lines-outside-homes.ts';
import { fillIn, startWalkthrough } from './start-walkthrough.ts';

/** One constant moves everything: the walkthroughs' product is not at the path that the platform's other tests have. */
const BASE = '/ops/on-call';

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

/** A product's: without the platform's navigation. */
const ownLayout = `
import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { SessionMenu } from './session/session-menu.tsx';

export const Layout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <nav aria-label="Own"><Link to="/notes">Notes</Link><SessionMenu /></nav>
    <main>{children}</main>
  </>
);
`;

/** Without what Vitest sets for its own tests. */
const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...env } = process.env;
const runIn = (cwd: string, command: string) => {
  const [program = '', ...args] = command.split(' ');
  const running = run(program, args, { cwd, env, maxBuffer: 1 << 26 });
  return running.catch(({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`${command}: ${stdout}${stderr}`);
  });
};

/** Says at the provider's page who to be. */
const beAda = (page: Page) => page.getByRole('link', { name: 'ada', exact: true }).click();
const signIn = async (page: Page) => {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await beAda(page);
};
const navigationTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('the call of README.md works in a copy', async () => {
  const copy = await scratchCopy();
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  await fillIn(copy, 'README.md');
  await runIn(copy, 'npm run check');
  await runIn(copy, 'node client/vite/build.ts');
  const bff = await startBff({}, join(copy, 'bff/dist/main.js'));
  onTestFinished(bff.stop);
  const { page } = await visit(browser, `http://127.0.0.1:${bff.port}`);
  await page.goto(`http://127.0.0.1:${bff.port}/web/greetings/Ada`);
  await page.getByRole('heading', { level: 1, name: 'Hello, Ada!' }).waitFor();
});

test('no line outside the homes of the product is changed; a planted one is found', async () => {
  expect(await linesOutsideHomes(folder)).toEqual({});
  const planted = join(folder, 'client/src/platform/api/url.ts');
  const text = await readFile(planted, 'utf8');
  await writeFile(planted, `${text}// planted\n`);
  expect(await linesOutsideHomes(folder)).toEqual({ 'client/src/platform/api/url.ts': 1 });
  await writeFile(planted, text);
});

test('a setting that the deployment lacks is asked for', async () => {
  const deployment = join(folder, 'nginx/ingress/kubernetes/product/kustomization.yaml');
  const text = await readFile(deployment, 'utf8');
  await writeFile(deployment, text.replaceAll(/ +- (UPSTREAM_NOTES|SESSION_STORE)=.*\n/g, ''));
  onTestFinished(() => writeFile(deployment, text));
  const asking = runIn(join(folder, 'nginx'), 'vitest run --project e2e test/product/deployment');
  await expect(asking).rejects.toThrow("[ 'UPSTREAM_NOTES', 'SESSION_STORE' ]");
});

test('a mistake in the schema of an upstream prevents the start', async () => {
  const upstream = join(folder, 'bff/src/upstreams/notes.ts');
  const text = await readFile(upstream, 'utf8');
  onTestFinished(() => writeFile(upstream, text));
  await writeFile(upstream, text.replace('Type.Array(Note)', 'Type.Array(Type.Refine(Note, () => true))'));
  const starting = run('node', ['bff/src/main.ts'], { cwd: folder, env: { ...env, ...walkthrough.env } });
  await expect(starting).rejects.toThrow(
    'bff/src/upstreams: notes, GET /notes/items: validation does not run refine',
  );
});

test('the OpenAPI document has the calls of the product, and the home screen its texts in both languages', async () => {
  const { stdout } = await runIn(folder, 'npm run --silent openapi');
  const { paths } = JSON.parse(stdout) as { paths: object };
  expect(Object.keys(paths)).toContain('/notes/{noteId}/publication');
  const german = await fetch(`${origin}${BASE}/`, { headers: { 'accept-language': 'de-AT' } });
  expect(await german.text()).toMatch(/<html[^>]* lang="de"[^]*<h1>Willkommen<\/h1>/);
});

test('a person opens a note of the home screen, and saves its picture', async () => {
  const { page } = await visit(browser, origin, BASE);
  await page.goto(`${origin}${BASE}/`);
  await signIn(page);
  await page.getByRole('link', { name: 'The first' }).click();
  await page.getByRole('heading', { level: 1, name: 'The first' }).waitFor();
  expect(await page.title()).toMatch(/^The first · /);
  expect(await navigationTo(page, 'Notes').getAttribute('aria-current')).toBe('true');
  const buffer = Buffer.alloc(2_000_000, 'x');
  await page.getByLabel('Picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await page.getByText('The picture is saved.').waitFor();
  expect(walkthrough.pictures).toEqual([2_000_000]);
});

test('a person reads the list, sees an invalid field, adds a note, sees that a title is taken, changes a note, and publishes it', async () => {
  const { page, problems } = await visit(browser, origin, BASE);
  await page.goto(`${origin}${BASE}/notes?q=The#list`);
  await page.getByText('The first (published)').waitFor();
  await signIn(page);
  await page.getByText('Ada Lovelace').waitFor();
  expect(page.url()).toBe(`${origin}${BASE}/notes?q=The#list`);
  // The provider's pages are not of this origin.
  const before = problems().length;
  const title = page.getByLabel('Title', { exact: true });
  const add = page.getByRole('button', { name: 'Add the note' });

  await add.click();
  await page.getByText('A note needs a title.').waitFor();
  await title.fill('The second');
  await title.press('Enter');
  await page.getByText('The second (draft)').waitFor();
  expect(problems().slice(before)).toEqual([]);

  await title.fill('The second');
  await add.click();
  const alert = page.getByRole('alert');
  await alert.getByText('There is a note with this title already. It is note 8.').waitFor();

  await title.fill('The third');
  await page.getByLabel('Shown from').fill('2026-02-02');
  await page.getByLabel('Shown until').fill('2026-02-01');
  await add.click();
  await page.getByText('The last day must be after the first.').waitFor();
  await page.getByLabel('Shown until').fill('2026-02-03');
  await add.click();
  await page.getByText('The third (draft)').waitFor();

  await page.getByRole('button', { name: 'Change The third' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'The third' });
  await row.getByLabel('Title').fill('The last');
  // The same person has saved it in another tab.
  const other = await page.evaluate(async (base) => {
    const headers = { 'x-requested-by': 'test', 'content-type': 'application/json' };
    const body = JSON.stringify({ title: 'The other' });
    const reply = await fetch(`${base}/api/notes/9?version=1`, { method: 'PUT', headers, body });
    return reply.status;
  }, BASE);
  expect(other).toBe(200);
  await row.getByRole('button', { name: 'Save the note' }).click();
  await row.getByText('Somebody else has changed this note meanwhile.').waitFor();
  await row.getByText('The other').waitFor();
  expect(await row.getByLabel('Title').inputValue()).toBe('The last');
  await row.getByRole('button', { name: 'Save mine all the same' }).click();
  await page.getByText('The last (draft)').waitFor();
  await page.getByText('Notes in all: 3').waitFor();
  // Nobody is offered what is not theirs.
  expect(await page.getByRole('button', { name: 'Change The first' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Publish The second' }).click();
  await page.getByText('The second (published)').waitFor();

  // What the screen does not offer, the BFF refuses.
  const again = await page.evaluate(async (base) => {
    const headers = { 'x-requested-by': 'test' };
    const reply = await fetch(`${base}/api/notes/7/publication`, { method: 'POST', headers });
    return [reply.status, await reply.json()] as [number, unknown];
  }, BASE);
  expect(again).toMatchObject([
    409,
    { code: 'transition-not-allowed', state: 'published', event: 'publish' },
  ]);
});

test('the screen of the account leads to sign-in and back, and shows what the service knows of the token’s owner', async () => {
  const { page } = await visit(browser, origin, BASE);
  await page.goto(`${origin}${BASE}/account?from=mail#top`);
  await beAda(page);
  await page.getByText('Ada Lovelace, ada@example.org').waitFor();
  expect(page.url()).toBe(`${origin}${BASE}/account?from=mail#top`);
  await navigationTo(page, 'Your account').waitFor();
});

test('npm test and npm run test:e2e pass at the base path of the product, filled in and with a layout of its own', async () => {
  const layout = join(folder, 'client/src/app/layout.tsx');
  await writeFile(layout, ownLayout);
  // nginx reads it as another user.
  await chmod(folder, 0o755);
  // It builds anew what the other tests use.
  await runIn(folder, 'npm test');
  await runIn(folder, 'npm run test:e2e');
}, 600_000);
