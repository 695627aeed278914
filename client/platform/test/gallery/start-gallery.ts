import { rm } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { freePort, start, waitUntilStarted, type Running } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { chromium } from '#platform/testing/browser/chromium.ts';

export interface Gallery extends Running {
  /** Folder of the served copy, which a test may change. */
  readonly folder: string;
  readonly open: (path?: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Starts a browser and the development server of a copy of the project, which `prepare` may change. */
export async function startGallery(
  prepare: (folder: string) => Promise<void> = async () => {},
): Promise<Gallery> {
  await using started = new AsyncDisposableStack();
  const folder = await scratchCopy();
  started.defer(() => rm(folder, { recursive: true, force: true }));
  await prepare(folder);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // With the default `PORT`, two development servers would share one BFF.
  const env = { PORT: String(await freePort()) };
  const dev = start('npm', ['run', 'dev', '--', '--port', String(port)], env, folder);
  started.defer(dev.stop);
  await waitUntilStarted(dev, `${origin}/web/`);
  const browser = started.use(await chromium());
  const running = started.move();
  return {
    folder,
    stop: () => running.disposeAsync(),
    open: async (path = '/gallery', options = {}) => {
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(`${origin}/web${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
  };
}
