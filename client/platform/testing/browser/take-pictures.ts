import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';

const WIDTHS = [320, 1280];

const slugOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');

/** Writes pictures of the page, named for the test and the page's path. Used by `npm run screenshots`. */
export async function takePictures(page: Page, folder: string, test: string): Promise<void> {
  const path = new URL(page.url()).pathname.slice(BASE_PATH.length);
  const name = slugOf(`${test} ${path}`).slice(0, 150);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({
      path: join(folder, `${name}-${width}.png`),
      fullPage: true,
      animations: 'disabled',
    });
  }
}
