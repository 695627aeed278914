import { rm } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from '../browser/chromium.ts';
import { freePort, start, waitUntilStarted, type Running } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';

export interface Gallery extends Running {
  /** Where the copy lies that is served: a test may change it. */
  readonly folder: string;
  /** A screen in a fresh profile; the path is beneath the base path. */
  readonly open: (path?: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** The development server, where the gallery is, of a copy of the project; with a browser; `prepare` may change the copy. */
export async function startGallery(
  prepare: (folder: string) => Promise<void> = async () => {},
): Promise<Gallery> {
  const folder = await scratchCopy();
  await prepare(folder);
  const port = await freePort();
  const dev = start('npm', ['run', 'dev', '--', '--port', String(port)], {}, folder);
  const origin = `http://localhost:${port}`;
  let browser: Browser | undefined;
  const stop = async () => {
    await browser?.close();
    await dev.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilStarted(dev, `${origin}/web/`);
    browser = await chromium();
    const opened = browser;
    return {
      folder,
      stop,
      open: async (path = '/gallery', options = {}) => {
        const page = await (await opened.newContext(options)).newPage();
        await page.goto(`${origin}/web${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        return page;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
