import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../gallery/accessibility.ts';
import { isGuarded, onSessionScreens } from './on-session-screens.ts';

const { open, sessions } = onSessionScreens();

const views: Readonly<Record<string, () => Promise<Page>>> = {
  'the way in': () => open('/'),
  'a problem of signing in': () => open('/session?problem=provider-away'),
  'the notice': async () => {
    await sessions().begin('Ada');
    sessions().change({ idleSeconds: 100 });
    const page = await open('/');
    await page.getByRole('button', { name: 'Stay signed in' }).waitFor();
    return page;
  },
  'the dialog': async () => {
    await sessions().begin('Ada');
    const page = await open('/members');
    await isGuarded(page);
    await sessions().end();
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByRole('dialog').waitFor();
    return page;
  },
};

test.each(Object.keys(views))('%s is accessible, and fits a narrow window', async (name) => {
  const page = (await views[name]?.()) as Page;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
  }
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
});
