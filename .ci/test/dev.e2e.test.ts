import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { start, waitUntilStarted } from '@web/bff/platform/testing/processes';
import { replaceFile, scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { isShown, visit } from '@web/client/platform/testing/browser/visit';

const origin = 'http://localhost:5173';
const status = () => fetch(`${origin}/web/api/status`);
const nameOf = async () => ((await (await status()).json()) as { name?: string }).name;

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

test('npm run dev applies changes to the client and the BFF automatically, and SIGTERM ends both', async () => {
  const folder = await scratchCopy();
  await mkdir(join(folder, 'client/dist'), { recursive: true });
  await writeFile(join(folder, 'client/dist/client-manifest.json'), '{}');
  const dev = start('npm', ['run', 'dev'], {}, folder);
  const browser = await chromium();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(dev.output());
    await browser.close();
    await dev.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const output = () => stripVTControlCharacters(dev.output());
  // The address to open is printed last, once the BFF listens.
  await expect.poll(output, { timeout: 60_000 }).toContain(`${origin}/web/`);
  expect(await isListening(3000)).toBe(true);
  await waitUntilStarted(dev, `${origin}/web/api/status`);
  await expect.poll(output).toContain('Serving calls at http://127.0.0.1:3000/web/api');
  expect(output()).not.toContain('Open http');
  const redirected = await fetch(`${origin}/web?x=1`, { redirect: 'manual' });
  expect(redirected.headers.get('location')).toBe('/web/?x=1');
  const posted = await fetch(`${origin}/web/notes`, { method: 'POST', body: 'title=x' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await posted.text()).toContain('Your input has not been saved');
  const { page } = await visit(browser, origin);
  await page.goto(`${origin}/web/`);
  await isShown(page);

  const product = join(folder, 'bff/src/contract/product.ts');
  const source = await readFile(product, 'utf8');
  const renamed = source.replace(`'Web application'`, `'Another name'`);
  await replaceFile(product, renamed);
  await page.getByRole('banner').getByText('Another name').waitFor();
  await expect.poll(nameOf, { timeout: 60_000 }).toBe('Another name');

  // A request in flight delays the restart until after the second change. The two changes together must start only one BFF.
  const stops = () => output().split('draining').length;
  const stopsBefore = stops();
  const head = ['POST /web/api/client-reports HTTP/1.1', 'host: localhost', 'content-length: 9'];
  const upload = connect(3000, '127.0.0.1').on('error', () => {});
  upload.write(`${head.join('\r\n')}\r\ncontent-type: application/json\r\n\r\n`);
  await replaceFile(product, source);
  await expect.poll(stops).toBeGreaterThan(stopsBefore);
  await replaceFile(product, renamed);
  await sleep(500);
  upload.destroy();
  await expect.poll(nameOf).toBe('Another name');

  const main = join(folder, 'bff/platform/main.ts');
  const working = await readFile(main, 'utf8');
  await replaceFile(main, `${working}\n)`);
  const answer = async () => {
    const response = await status();
    const problem = (await response.json()) as object;
    return { type: response.headers.get('content-type'), problem };
  };
  const detail = expect.stringContaining('has stopped with an error');
  const problem = { status: 503, code: 'unavailable', detail };
  const stopped = { type: 'application/problem+json', problem };
  await expect.poll(answer, { timeout: 60_000 }).toMatchObject(stopped);
  await replaceFile(main, working);
  await expect.poll(nameOf, { timeout: 60_000 }).toBe('Another name');
  expect(output()).not.toMatch(/proxy error|ECONNREFUSED|is taken/);

  // Ends npm alone, as a process manager does. Vite and the BFF must end, too.
  dev.kill('SIGTERM');
  await expect
    .poll(() => Promise.all([5173, 3000].map(isListening)), { timeout: 30_000 })
    .toEqual([false, false]);
});
