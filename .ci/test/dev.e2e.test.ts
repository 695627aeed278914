import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { chromium } from '@web/client/test/browser/chromium';
import { start, waitUntilStarted } from '@web/bff/test/processes';
import { replaceFile, scratchCopy } from '@web/bff/test/scratch-copy';
import { bffIs, visit } from '@web/client/test/browser/visit';

const origin = 'http://localhost:5173';

test('npm run dev serves the application at one address, and takes a change in the browser and in the BFF', async () => {
  const folder = await scratchCopy();
  // Something was built earlier.
  await mkdir(join(folder, 'client/dist'), { recursive: true });
  await writeFile(join(folder, 'client/dist/client-manifest.json'), '{}');
  const dev = start('npm', ['run', 'dev'], {}, folder);
  const browser = await chromium();
  try {
    await waitUntilStarted(dev, `${origin}/web/api/status`);
    const said = () => stripVTControlCharacters(dev.said());
    await expect.poll(said).toContain('answering calls alone, beneath http://127.0.0.1:3000/web/api');
    expect(said()).toContain(`${origin}/web/`);
    expect(said()).not.toContain('open http');
    expect((await fetch(`${origin}/web?x=1`, { redirect: 'manual' })).headers.get('location')).toBe(
      '/web/?x=1',
    );
    const { page } = await visit(browser, origin);
    await page.goto(`${origin}/web/`);
    await bffIs(page, 'up');
    const product = join(folder, 'bff/src/contract/product.ts');
    await replaceFile(
      product,
      (await readFile(product, 'utf8')).replace(`'Web application'`, `'Another name'`),
    );
    await page.getByRole('banner').getByText('Another name').waitFor();
    await expect
      .poll(async () => ((await (await fetch(`${origin}/web/api/status`)).json()) as { name: string }).name, {
        timeout: 20_000,
      })
      .toBe('Another name');
  } finally {
    await browser.close();
    await dev.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
