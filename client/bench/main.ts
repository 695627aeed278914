/**
 * `npm run bench:page`: what a product's two screens cost on a slow phone, over the same screens in plain Vite and react-router-dom, and
 * in Next, measured interleaved in one run.
 */
import { chromium } from '../test/browser/chromium.ts';
import { compareProducts } from './product/compare.ts';

const ROUNDS = 9;

const browser = await chromium();
try {
  await compareProducts(browser, ROUNDS);
} finally {
  await browser.close();
}
