import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { replaceFile, scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { run, start } from '@web/bff/platform/testing/processes';
import { chromium } from '@web/client/platform/testing/browser/chromium';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium();
});

afterAll(() => browser.close());

/** Returns the programs whose working directory is in a folder. */
async function processesIn(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(ids.map((id) => readlink(`/proc/${id}/cwd`).catch(() => '')));
  return found.filter((path) => path.startsWith(folder));
}

async function signIn(page: Page, address: string, user: string): Promise<void> {
  await page.goto(`${address}/`);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: user, exact: true }).click();
  await page.getByText('The list follows all changes.').waitFor();
}

test('npm run example serves every screen to a signed-in user, applies saved files, and leaves no process and no folder behind', async () => {
  const project = await scratchCopy();
  const temporary = await mkdtemp(join(tmpdir(), 'example-'));
  // The copy of the example has the files that git would track.
  await run('git', ['init', '--quiet'], { cwd: project });
  const example = start('npm', ['run', 'example'], { TMPDIR: temporary }, project);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(example.output());
    await example.stop();
    for (const folder of [project, temporary]) await rm(folder, { recursive: true, force: true });
  });
  await expect.poll(example.output, { timeout: 90_000 }).toContain('Guest, no role');
  const printed = example.output();
  for (const user of ['Ada Lovelace, editor', 'Alan Turing, author', 'Grace Hopper, reader'])
    expect(printed).toContain(user);
  const [, address = ''] = /The example is at (\S+)\/\n/.exec(printed) ?? [];

  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await signIn(page, address, 'ada');
  await page.getByText('32 notes').waitFor();

  // A second tab, of another user, gets the change.
  const other = await (await browser.newContext()).newPage();
  await signIn(other, address, 'alan');
  await page.goto(`${address}/notes/new`);
  await page.getByLabel('Title').fill('Of the test');
  await page.getByRole('button', { name: 'Add a task' }).click();
  await page.getByLabel('What to do').fill('Read it');
  await page.getByLabel('Audience').selectOption('team');
  await page.getByLabel('Team').selectOption('sales');
  await page.getByRole('button', { name: 'Create the note' }).click();
  await page.getByRole('heading', { level: 1, name: 'Of the test' }).waitFor();
  await other.getByRole('link', { name: 'Of the test' }).click();
  await other.getByText('Read it (open)').waitFor();
  // Only its author and an editor may change it.
  expect(await other.getByRole('button', { name: 'Delete' }).count()).toBe(0);

  await page.getByRole('link', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Save the note' }).waitFor();
  await page.goto(`${address}/imports`);
  await page.getByLabel('CSV file').setInputFiles({
    name: 'notes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Imported;Text\n;No title\n'),
  });
  await page.getByLabel('Skip invalid rows').check();
  await page.getByRole('button', { name: 'Add the notes' }).click();
  await page.getByText('1 note is added.').waitFor();
  await page.getByText('A note needs a title.').first().waitFor();

  await page.goto(`${address}/overview`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Choose several notes').waitFor();
  await page.goto(`${address}/handbook/start`);
  await page.getByRole('link', { name: 'what the states mean' }).click();
  await page.getByText('Nobody has to read it yet.').waitFor();
  await page.goto(`${address}/`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('link', { name: 'Save the file' }).waitFor();

  const titles = join(project, 'client/example/messages/en/titles.ts');
  await replaceFile(
    titles,
    (await readFile(titles, 'utf8')).replace(`handbook: 'Handbook'`, `handbook: 'Manual'`),
  );
  await page.getByRole('link', { name: 'Manual' }).waitFor();
  const product = join(project, 'bff/example/contract/product.ts');
  await replaceFile(product, (await readFile(product, 'utf8')).replace(`'Notes'`, `'Memos'`));
  await expect
    .poll(async () => (await page.request.get(`${address}/api/status`)).text())
    .toContain('"name":"Memos"');
  expect(errors).toEqual([]);

  // Ctrl+C in a terminal reaches npm and the launcher.
  // npm itself leaves a cache of Node.js there.
  const copies = async () => (await readdir(temporary)).filter((name) => name.startsWith('scratch-'));
  expect(await copies()).toHaveLength(1);
  expect(await processesIn(temporary)).not.toEqual([]);
  process.kill(-(example.pid ?? 0), 'SIGINT');
  await expect.poll(() => processesIn(temporary)).toEqual([]);
  await expect.poll(copies).toEqual([]);
});
