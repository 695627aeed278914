import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, call, open, press, announced } = onTestScreens();

const png = (bytes: number) => ({ name: 'ä b.png', mimeType: 'image/png', buffer: Buffer.alloc(bytes) });
const choose = (...files: ReturnType<typeof png>[]) => page().getByLabel('Files').setInputFiles(files);
const send = (name = 'Send') => page().getByRole('button', { name, exact: true }).click();
const uploads = async () =>
  (await (await fetch(call('uploads'))).json()) as { begun: number; broken: number };

/** Limits uploads to this many bytes per second, with a latency in milliseconds, until the returned session is detached. */
async function throttle(page: Page, uploadThroughput: number, latency = 0): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput,
  });
  return session;
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
  // The files, which are no images, have texts of their own.
  const announced = async () =>
    (await status.allTextContents()).filter((text) => !text.includes('cannot be shown')).join('');
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

const stop = () => page().getByRole('button', { name: 'Stop', exact: true });
const isBroken = async (broken: number) =>
  await expect.poll(async () => (await uploads()).broken).toBe(broken);
/** Begins an upload of two files that takes seconds, and waits until the BFF receives it. */
const beginOn = async (screen: string, label: string) => {
  await open(screen);
  if (screen === 'Scanning') await page().getByLabel('Title').fill('Passport');
  await page()
    .getByLabel(label)
    .setInputFiles([png(4_000_000), png(1_000_000)]);
  const throttled = await throttle(page(), 200_000);
  const { begun, broken } = await uploads();
  await send();
  await expect.poll(async () => (await uploads()).begun).toBe(begun + 1);
  return { broken, throttled };
};

test.each([
  ['with useCall', 'Uploading', 'Files'],
  ['in a form', 'Scanning', 'Scans'],
])(
  '%s, Stop cancels the upload, also in the BFF, keeps the input without an error, and the files can be sent again',
  async (_, screen, label) => {
    const { broken, throttled } = await beginOn(screen, label);
    const progress = page().getByRole('progressbar');
    const share = () => progress.evaluate((element) => (element as HTMLProgressElement).value);
    await expect.poll(share).toBeGreaterThan(0);
    expect(await share()).toBeLessThan(1);
    await stop().press('Enter');
    await progress.waitFor({ state: 'detached' });
    await isBroken(broken + 1);
    expect(await announced()).toBe('');
    const input = page().getByLabel(label);
    expect(await input.evaluate((element) => (element as HTMLInputElement).files?.length)).toBe(2);
    await throttled.detach();
    await send();
    await page().getByText('"bytes":[4000000,1000000]').waitFor();
    if (screen === 'Scanning') expect(await page().getByLabel('Title').inputValue()).toBe('Passport');
    expect(problems()).toEqual([]);
  },
);

test.each([false, true])(
  'after Stop, the focus is on the submit button (in a dialog: %s)',
  async (inDialog) => {
    await open('Scanning');
    if (inDialog) await page().getByRole('button', { name: 'Scan in a dialog' }).click();
    await page().getByLabel('Title').fill('Passport');
    await page()
      .getByLabel('Scans')
      .setInputFiles([png(5_000_000)]);
    await throttle(page(), 200_000);
    await send();
    await stop().press('Enter');
    await page()
      .locator(':focus')
      .and(page().getByRole('button', { name: 'Send', exact: true }))
      .waitFor();
  },
);

test('an upload can be stopped twice in a row, and sent at once after Stop', async () => {
  const { broken, throttled } = await beginOn('Scanning', 'Scans');
  const stopTwiceAndSend = () => {
    const button = (name: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    const stop = button('Stop');
    stop?.click();
    stop?.click();
    button('Sending …')?.form?.requestSubmit();
  };
  await page().evaluate(stopTwiceAndSend);
  await isBroken(broken + 1);
  await page().getByRole('progressbar').waitFor();
  await throttled.detach();
  await page().getByText('"bytes":[4000000,1000000]').waitFor();
  expect([await announced(), (await uploads()).broken]).toEqual(['', broken + 1]);
});

test('after Stop during "Processing …", the late response changes nothing', async () => {
  await open('Scanning');
  await page().getByLabel('Title').fill('Passport');
  await page()
    .getByLabel('Scans')
    .setInputFiles([png(100_000)]);
  await throttle(page(), 100_000, 3_000);
  await send();
  await page().getByRole('status').filter({ hasText: 'Processing …' }).waitFor();
  const cancelled = page().waitForEvent('requestfailed');
  await stop().click();
  await cancelled;
  await page().getByRole('progressbar').waitFor({ state: 'detached' });
  expect([await announced(), await page().getByText('"bytes"').count()]).toEqual(['', 0]);
  // The form still has unsent input, so leaving asks.
  page().once('dialog', (dialog) => void dialog.dismiss());
  await press('Reading');
  expect(await page().getByLabel('Title').inputValue()).toBe('Passport');
});

test('after Stop, leaving the screen does not prompt the user', async () => {
  const { broken } = await beginOn('Uploading', 'Files');
  const questions: string[] = [];
  page().on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await stop().click();
  await press('Reading');
  await page().getByRole('heading', { level: 1, name: 'Reading' }).waitFor();
  await isBroken(broken + 1);
  expect([questions, problems()]).toEqual([[], []]);
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
