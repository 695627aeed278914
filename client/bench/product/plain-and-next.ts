import type { Browser } from 'playwright-core';
import { openProductApplications } from './applications.ts';
import { type Base, compare } from './compare.ts';

const base: Base = {
  over: 'plain',
  goals: {
    ours: [
      { figure: 'paint', name: 'first paint', most: 0.5 },
      { figure: 'data', name: 'data shown', most: 1 },
    ],
    'ours, with placeholders': [
      { figure: 'paint', name: 'first paint', most: 0.5 },
      { figure: 'data', name: 'data shown', most: 0.65 },
    ],
  },
};

/** The product's screens over the same in plain Vite and react-router-dom, and in Next. */
export async function benchProducts(browser: Browser, rounds: number): Promise<void> {
  const { ours, withPlaceholders, plain, next, stop } = await openProductApplications({ withNext: true });
  try {
    await compare(browser, [ours, withPlaceholders, plain, ...next], base, rounds);
  } finally {
    await stop();
  }
}
