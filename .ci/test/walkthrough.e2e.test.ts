import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atProvider } from '@web/bff/test/session/at-provider';
import { startBff } from '@web/bff/test/start-bff';
import { chromium } from '@web/client/test/browser/chromium';
import { root, run } from '@web/bff/test/processes';
import { visit } from '@web/client/test/browser/visit';
import { fillIn } from './fill-in.ts';
import { signIn, signOut } from './sign-in.ts';
import { startWalkthrough, type Walkthrough } from './start-walkthrough.ts';

let walkthrough: Walkthrough;
let folder: string;

beforeAll(async () => {
  walkthrough = await startWalkthrough();
  folder = walkthrough.folder;
});

afterAll(() => walkthrough?.stop());

/** The cookies of somebody who has signed in as ada, without a browser. */
async function atTheProvider(): Promise<string> {
  const session = `${walkthrough.origin}/web/api/session`;
  const begun = await fetch(`${session}/sign-in`, { redirect: 'manual' });
  const cookiesOf = (reply: Response) =>
    reply.headers
      .getSetCookie()
      .map((field) => field.split(';', 1)[0] ?? '')
      .join('; ');
  const back = await atProvider(begun.headers.get('location') ?? '', 'ada');
  return cookiesOf(await fetch(back, { redirect: 'manual', headers: { cookie: cookiesOf(begun) } }));
}

/** Without what Vitest sets for its own tests. */
const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...env } = process.env;

test('the call of README.md works in a copy', async () => {
  const copy = await fillIn('README.md');
  try {
    await run('npm', ['run', 'check'], { cwd: copy, env });
    await run('node', ['client/vite/build.ts'], { cwd: copy });
    const bff = await startBff({}, join(copy, 'bff/dist/main.js'));
    const browser = await chromium();
    const { page } = await visit(browser, `http://127.0.0.1:${bff.port}`);
    await page.goto(`http://127.0.0.1:${bff.port}/web/greetings/Ada`);
    await page.getByRole('heading', { level: 1, name: 'Hello, Ada!' }).waitFor();
    await browser.close();
    await bff.stop();
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});

test('with the product filled in, npm run check and npm test pass, and no line outside its homes is changed', async () => {
  const { stdout } = await run('node', ['.ci/lines-outside-homes.ts', folder], { cwd: root });
  expect(stdout).toBe('lines outside the homes: 0\n');
  await run('npm', ['run', 'check'], { cwd: folder, env });
  await run('npm', ['test'], { cwd: folder, env, maxBuffer: 1 << 26 });
}, 600_000);

test('with the product filled in, its end-to-end tests and those of the platform pass', async () => {
  // A test makes its own copy of what git knows.
  await run('git', ['init', '--quiet'], { cwd: folder });
  await run('git', ['add', '--all'], { cwd: folder });
  const files = ['src', 'test/screens', 'test/page-load/hydration', 'test/page-load/first-paint'];
  const args = ['run', '--project', 'e2e', ...files];
  await run('vitest', args, { cwd: join(folder, 'client'), env, maxBuffer: 1 << 26 });
}, 600_000);

test('a planted line outside the homes is found', async () => {
  const planted = join(folder, 'client/src/platform/api/url.ts');
  const text = await readFile(planted, 'utf8');
  await writeFile(planted, `${text}// planted\n`);
  const counted = run('node', ['.ci/lines-outside-homes.ts', folder], { cwd: root });
  await expect(counted).rejects.toMatchObject({
    stdout: expect.stringContaining('1  client/src/platform/api/url.ts'),
  });
  await writeFile(planted, text);
});

test('the home screen shows the product, and the OpenAPI document its calls', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'openapi'], { cwd: folder });
  expect(Object.keys((JSON.parse(stdout) as { paths: object }).paths)).toContain(
    '/notes/{noteId}/publication',
  );
  const { origin } = walkthrough;
  const german = await fetch(`${origin}/web/`, { headers: { 'accept-language': 'de-AT' } });
  expect(await german.text()).toMatch(/<html[^>]* lang="de"[^]*<h1>Willkommen<\/h1>/);
  const browser = await chromium();
  const { page } = await visit(browser, origin);
  await page.goto(`${origin}/web/`);
  await signIn(page, 'ada');
  await page.getByRole('link', { name: 'The first' }).click();
  await page.getByRole('heading', { level: 1, name: 'The first' }).waitFor();
  expect(await page.title()).toMatch(/^The first · /);
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' });
  expect(await entry.getAttribute('aria-current')).toBe('true');
  const buffer = Buffer.alloc(2_000_000, 'x');
  await page.getByLabel('Picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await page.getByText('The picture is saved.').waitFor();
  expect(walkthrough.service.pictures).toEqual([2_000_000]);
  await browser.close();
});

test('a person reads the list, sees an invalid field, adds a note, sees that a title is taken, and publishes', async () => {
  const browser = await chromium();
  const { origin } = walkthrough;
  const { page, problems } = await visit(browser, origin);
  try {
    await page.goto(`${origin}/web/notes?q=The#list`);
    await page.getByText('The first (published)').waitFor();
    await signIn(page, 'ada');
    await page.getByText('Ada Lovelace').waitFor();
    expect(page.url()).toBe(`${origin}/web/notes?q=The#list`);
    // The provider's pages are not of this origin.
    const before = problems().length;
    const title = page.getByLabel('Title', { exact: true });
    const add = page.getByRole('button', { name: 'Add the note' });

    await add.click();
    await page.getByText('A note needs a title.').waitFor();
    expect(await title.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await title.getAttribute('aria-invalid')).toBe('true');

    await title.fill('The second');
    await title.press('Enter');
    await page.getByText('The second (draft)').waitFor();
    expect(await title.inputValue()).toBe('');
    expect(problems().slice(before)).toEqual([]);

    await title.fill('The second');
    await add.click();
    await page
      .getByRole('alert')
      .getByText('There is a note with this title already. It is note 8.')
      .waitFor();
    expect(await title.inputValue()).toBe('The second');

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
    expect(await row.getByLabel('Shown until').inputValue()).toBe('2026-02-03');
    await row.getByLabel('Title').fill('The last');
    await row.getByRole('button', { name: 'Save the note' }).click();
    await page.getByText('The last (draft)').waitFor();

    await page.getByRole('button', { name: 'Publish The second' }).click();
    const published = page.getByText('The second (published)');
    await published.waitFor();
    await expect.poll(() => published.evaluate((row) => row === document.activeElement)).toBe(true);
  } finally {
    await browser.close();
  }
});

test('a screen that needs somebody leads to sign-in and back, and shows what the service knows of the token’s owner', async () => {
  const browser = await chromium();
  const { origin } = walkthrough;
  const { page } = await visit(browser, origin);
  try {
    await page.goto(`${origin}/web/account?from=mail#top`);
    await page.getByRole('link', { name: 'ada', exact: true }).click();
    await page.getByText('Ada Lovelace, ada@example.org').waitFor();
    expect(page.url()).toBe(`${origin}/web/account?from=mail#top`);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Your account' })
      .waitFor();
    await signOut(page, walkthrough.provider.issuer);
    await page.waitForURL(`${origin}/web/`);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
  } finally {
    await browser.close();
  }
});

test('somebody without a role here is told so, and remains signed out', async () => {
  const browser = await chromium();
  const { origin } = walkthrough;
  const { page } = await visit(browser, origin);
  try {
    await page.goto(`${origin}/web/account`);
    await page.getByRole('link', { name: 'guest', exact: true }).click();
    await page.waitForURL(/\/web\/session\?problem=no-role/);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('web-session');
  } finally {
    await browser.close();
  }
});

test('the BFF enforces the rules, too', async () => {
  const api = `${walkthrough.origin}/web/api`;
  const visitor = await atTheProvider();
  const csrfHeaders = { 'x-requested-by': 'test', cookie: visitor };
  const post = (path: string, body: unknown) =>
    fetch(api + path, {
      method: 'POST',
      headers: { ...csrfHeaders, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const refused = await post('/notes', { title: '', colour: 'red' });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ pointer: '/title', rule: 'minLength' }),
      expect.objectContaining({ pointer: '/colour', rule: 'additionalProperties' }),
    ]),
  });
  const again = await fetch(`${api}/notes/7/publication`, { method: 'POST', headers: csrfHeaders });
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { code: 'transition-not-allowed', state: 'published', event: 'publish' },
  ]);
  expect(
    (await fetch(`${api}/notes/nope/publication`, { method: 'POST', headers: csrfHeaders })).status,
  ).toBe(404);
  const status = (await (await fetch(`${api}/status`)).json()) as { dependencies: unknown };
  expect(status.dependencies).toEqual(expect.arrayContaining([{ name: 'notes', state: 'up' }]));
});
