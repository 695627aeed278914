import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../gallery/accessibility.ts';
import { heading, onSessionScreens, press } from './on-session-screens.ts';

const { open, sessions, halfFilledForm, membersTab } = onSessionScreens();

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
    const page = await membersTab();
    await sessions().end();
    await press(page, 'Read again');
    await page.getByRole('dialog').waitFor();
    return page;
  },
  'the word that input is kept': async () => {
    const page = await halfFilledForm();
    await press(await membersTab(), 'Sign out');
    await page.getByText('What you had entered in this tab is kept for you.').waitFor();
    return page;
  },
  'input that is back': async () => {
    const page = (await views['the word that input is kept']?.()) as Page;
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await heading(page, 'Writing');
    await page.getByText('What you had entered is back').waitFor();
    return page;
  },
};

test.each(Object.keys(views))('%s is accessible, and fits a narrow window', async (name) => {
  const page = (await views[name]?.()) as Page;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The links beside a form are of the test screens alone.
    const findings = (await axeFindings(page)).filter((finding) => !finding.includes('<a href="/web/test/'));
    expect(findings).toEqual([]);
  }
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
});
