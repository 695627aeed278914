import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, call, open, press, announced } = onTestScreens();

const png = (bytes: number) => ({ name: 'ä b.png', mimeType: 'image/png', buffer: Buffer.alloc(bytes) });
const choose = (...files: ReturnType<typeof png>[]) => page().getByLabel('Files').setInputFiles(files);
const send = (name = 'Send') => page().getByRole('button', { name, exact: true }).click();
const uploads = async () =>
  (await (await fetch(call('uploads'))).json()) as { begun: number; broken: number };

/** Limits uploads to this many bytes per second, with a latency in milliseconds. */
async function throttle(page: Page, uploadThroughput: number, latency = 0): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput,
  });
}

test('an upload sends files and fields with progress, using code that is loaded on demand', async () => {
  const scripts: string[] = [];
  page().on('request', (request) => {
    if (request.url().includes('/assets/send-form')) scripts.push(request.url());
  });
  await open('Uploading');
  expect(scripts).toEqual([]);
  await choose(png(1_500_000), png(500_000));
  await throttle(page(), 1_000_000);
  await send();
  await page().getByText('{"title":"T","folder":"ä/x","bytes":[1500000,500000]}').waitFor();
  const seen = (await page().getByTestId('seen').textContent())?.split(' ').map(Number) ?? [];
  const total = Number(await page().getByTestId('total').textContent());
  expect(seen.length).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect([seen.at(-1), total > 2_000_000]).toEqual([total, true]);
  expect([scripts.length, problems()]).toEqual([1, []]);
});

test.each([
  ['an upload', 'Uploading', 'Files'],
  ['a form with files', 'Scanning', 'Scans'],
])('%s announces "Processing …" after the last byte is sent', async (_, screen, label) => {
  await open(screen);
  const status = page().getByRole('status');
  const announced = async () => (await status.allTextContents()).join('');
  if (screen === 'Scanning') await page().getByLabel('Title').fill('Passport');
  await page()
    .getByLabel(label)
    .setInputFiles([png(100_000)]);
  await throttle(page(), 100_000, 1_500);
  await send();
  await status.first().waitFor({ state: 'attached' });
  expect(await announced()).toBe('');
  await expect.poll(announced).toBe('Processing …');
  await page().getByText('"bytes":[100000]').waitFor();
  expect(await announced()).toBe('');
});

test('a form sends its files with its fields, and shows the error of a file at its control', async () => {
  await open('Scanning');
  const title = page().getByLabel('Title');
  const scans = page().getByLabel('Scans');
  await title.fill('Passport');
  await send();
  const described = () => scans.evaluate((input) => input.getAttribute('aria-invalid'));
  await expect.poll(described).toBe('true');
  expect(await title.inputValue()).toBe('Passport');
  await scans.setInputFiles([png(10), png(20)]);
  await send();
  await page().getByText('{"title":"Passport","folder":"x","bytes":[10,20]}').waitFor();
  expect(problems().filter((problem) => !problem.includes('422'))).toEqual([]);
});

test('a problem of the BFF is shown, even during a large upload, and the files can be sent again', async () => {
  await open('Uploading');
  await choose({ ...png(10_000_000), mimeType: 'image/gif' });
  await send();
  await expect.poll(announced).toBe('Some of the input is invalid.');
  await choose(png(25_000_000));
  await send();
  await expect.poll(announced).toMatch(/larger than allowed: at most 20000000 bytes/);
  await choose(png(10));
  await send('Send without progress');
  await page().getByText('"bytes":[10]').waitFor();
  expect(await announced()).toBe('');
});

test('an upload times out only if it makes no progress', async () => {
  await open('Uploading');
  await choose(png(1_000_000));
  await throttle(page(), 200_000);
  // The upload takes 5 s, longer than its timeout of 2 s.
  await send('Send without progress');
  await page().getByText('"bytes":[1000000]').waitFor();
  await page().route('**/api/test/uploads/*', () => {});
  await send('Send without progress');
  await expect.poll(announced).toBe('No response in time. Please try again.');
});

const change = async (file: string) => {
  await writeFile(file, 'more than before');
  await utimes(file, new Date(), new Date(Date.now() + 60_000));
};
const replaceByFolder = async (file: string) => {
  await rm(file);
  await mkdir(file);
};
test.each([
  ['a deleted file', rm, 'Send'],
  ['a changed file', change, 'Send'],
  ['a changed file as the body', change, 'Send as body'],
  ['a folder', replaceByFolder, 'Send'],
])('an upload of %s fails, and asks the user to choose the file again', async (_, happens, button) => {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [kept, lost] = [join(folder, 'kept.png'), join(folder, 'lost.png')];
  await writeFile(kept, 'kept');
  await writeFile(lost, 'lost');
  await open('Uploading');
  const input = page().getByLabel('Files');
  await input.setInputFiles([lost, kept]);
  // Chromium detects a change of the file only if the page has read its size before.
  await input.evaluate((element: HTMLInputElement) => element.files?.[0]?.size);
  await happens(lost);
  await send(button);
  await expect.poll(announced).toMatch(/^“lost.png” has been changed, .* Please choose a file again\.$/);
});

test('leaving the screen cancels the upload, also in the BFF', async () => {
  await open('Uploading');
  await choose(png(5_000_000));
  await throttle(page(), 200_000);
  const { begun, broken } = await uploads();
  const cancelled = page().waitForEvent('requestfailed');
  await send();
  await expect.poll(async () => (await uploads()).begun).toBe(begun + 1);
  page().on('dialog', (dialog) => void dialog.accept());
  await press('Reading');
  expect((await cancelled).url()).toContain('/api/test/uploads/');
  await expect.poll(async () => (await uploads()).broken).toBe(broken + 1);
});

test('if a proxy redirects an upload to a sign-in page, the screen shows “Signed out”', async () => {
  await open('Uploading');
  await choose(png(10));
  await page().route('**/api/test/uploads/*', (route) =>
    route.fulfill({ status: 302, headers: { location: '/web/' } }),
  );
  await send();
  await expect.poll(announced).toMatch(/^Signed out/);
});

test('a download is saved under the name that its handler sets', async () => {
  await open('Uploading');
  const saved = page().waitForEvent('download');
  await page().getByRole('link', { name: 'Download' }).click();
  const download = await saved;
  // Chromium replaces characters that file systems don't allow.
  expect(download.suggestedFilename()).toMatch(/^Größe .L.\.txt$/);
  expect(await readFile(await download.path(), 'utf8')).toBe('the content');
});
