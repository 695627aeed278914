import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { visit } from '@web/client/platform/testing/browser/visit';
import { buildTestScreens } from '@web/client/platform/test/screens/build-test-screens';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from './stop-after-all.ts';

const started = stopAfterAll();
const ports = new Map<string, number>();
let browser: Browser;

beforeAll(async () => {
  const { folder: project, main } = await buildTestScreens();
  started({ stop: () => rm(project, { recursive: true, force: true }) });
  const bff = started(await startBff({}, main));
  const nginx = started(await startNginx({ bffPort: bff.port, project }));
  ports.set('nginx', nginx.port).set('a BFF without nginx', bff.port);
  browser = await chromium();
  started({ stop: () => browser.close() });
});

async function open(server: string, path: string) {
  const origin = `http://127.0.0.1:${ports.get(server)}`;
  const { page } = await visit(browser, origin);
  page.on('dialog', (dialog) => void dialog.accept());
  const address = `${origin}/web${path}`;
  await page.goto(address);
  return { page, address, notSaved: page.getByRole('heading', { name: 'Your input has not been saved' }) };
}

/** Submits the form as an extension does, without its `submit` event. */
const submitNatively = () => document.querySelector<HTMLFormElement>('main form')?.submit();

test.each(['nginx', 'a BFF without nginx'])(
  'a form submitted natively through %s keeps the input out of the address; the page leads back to the form, which restores the input',
  async (server) => {
    const { page, address, notSaved } = await open(server, '/test/writing?tab=2');
    const title = page.getByLabel('Title');
    await title.fill('hunter2');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.evaluate(submitNatively);
    expect((await sent).postData()).toContain('title=hunter2');
    await notSaved.waitFor();
    expect([page.url(), (await page.content()).includes('hunter2')]).toEqual([address, false]);
    await page.getByRole('link').click();
    await expect.poll(() => title.inputValue()).toBe('hunter2');
    expect(page.url()).toBe(address);
  },
);

test.each(['/test/booking', '/test/stepping', '/test/choosing'])(
  'the form of %s, submitted natively, leaves the address as it is',
  async (path) => {
    const { page, address, notSaved } = await open('nginx', path);
    const edit = page.getByRole('button', { name: 'Edit One' });
    if (path === '/test/choosing') await edit.click();
    await page.locator('main form').waitFor();
    await page.evaluate(submitNatively);
    await notSaved.waitFor();
    expect(page.url()).toBe(address);
  },
);

test.each(
  ['nginx', 'a BFF without nginx'].flatMap((server) => [1e5, 1e7].map((size) => [server, size] as const)),
)(
  'a form submitted natively through %s gets the page even if its body has %i bytes',
  async (server, size) => {
    const { page, address, notSaved } = await open(server, '/test/writing');
    await page
      .getByLabel('Title')
      .evaluate((input: HTMLInputElement, size) => (input.value = 'x'.repeat(size)), size);
    await page.evaluate(submitNatively);
    await notSaved.waitFor();
    expect(page.url()).toBe(address);
  },
);
