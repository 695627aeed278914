import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onSessionScreens } from './on-session-screens.ts';

const { open, sessions, origin, context } = onSessionScreens();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const menu = (page: Page) => page.locator('.session-menu').innerText();
const entries = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();

test('a screen that needs a session leads to sign-in, and back to its search and hash', async () => {
  const page = await open('/members?page=2#names');
  await heading(page, 'Members');
  expect(page.url()).toBe(`${origin()}/web/members?page=2#names`);
  expect(sessions().requests).toEqual([
    'GET /session/sign-in?to=%2Fweb%2Fmembers%3Fpage%3D2%23names',
    'GET /members',
  ]);
});

test('a link to such a screen does the same, and back leads to the screen before it', async () => {
  const page = await open('/#here');
  await page.getByRole('link', { name: 'To members' }).click();
  await heading(page, 'Members');
  await page.goBack();
  await heading(page, 'Home');
  expect(page.url()).toBe(`${origin()}/web/#here`);
});

test('the link of the menu leads to sign-in, and back to the screen with it', async () => {
  const page = await open('/?a=b#here');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(page.url()).toBe(`${origin()}/web/?a=b#here`);
});

test('a person without the permission sees that it is not allowed', async () => {
  await sessions().begin('Ada', 'member');
  const page = await open('/admin');
  await heading(page, 'Not allowed');
  expect(sessions().requests).toEqual(['GET /session']);
});

test.each([390, 1280])(
  'the prerendered frame names no person, the navigation and the menu follow the session, and nothing moves in a window of %i px',
  async (width) => {
    await sessions().begin('Ada', 'member');
    const page = await context().newPage();
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => {
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      Object.assign(globalThis, { shift: () => shift });
    });
    const shift = () => page.evaluate(() => (globalThis as unknown as { shift(): number }).shift());
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/assets/index-*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(`${origin()}/web/writing`, { waitUntil: 'commit' });
    await page.getByRole('banner').waitFor();
    await page.waitForTimeout(300);
    expect([await entries(page), await menu(page)]).toEqual([['Home'], '']);
    // Where all entries need a session, no other keeps the height of the line.
    const styles = await page.locator('.navigation > *').evaluateAll((all) =>
      all.map((one) => {
        const { paddingBlock, borderBlockEndWidth } = getComputedStyle(one);
        return `${paddingBlock} ${borderBlockEndWidth}`;
      }),
    );
    expect([styles.length, new Set(styles).size]).toEqual([3, 1]);
    arrive();
    await heading(page, 'Writing');
    await page.waitForTimeout(500);
    expect([await entries(page), (await menu(page)).split('\n').map((one) => one.trim())]).toEqual([
      ['Members', 'Home'],
      expect.arrayContaining(['Ada', 'Sign out']),
    ]);
    // Less than a pixel: a glyph may be placed anew.
    expect(await shift()).toBeLessThan(0.001);
  },
);

test('without a session the frame says so at once, asks nothing, and nothing moves', async () => {
  const page = await open('/');
  await heading(page, 'Home');
  await page.waitForTimeout(300);
  expect([await entries(page), await menu(page)]).toEqual([['Home'], 'Sign in']);
  expect(sessions().requests).toEqual([]);
});

test('where a screen makes no call, the session is asked for once', async () => {
  await sessions().begin();
  const page = await open('/');
  await page.getByText('Ada', { exact: true }).waitFor();
  expect(sessions().requests).toEqual(['GET /session']);
});

test('the document’s call alone tells who is there; a change of role is known with the next call, and the navigation follows', async () => {
  await sessions().begin('Ada', 'member');
  const page = await open('/members');
  await page.getByText('Seen by Ada').waitFor();
  await page.waitForTimeout(300);
  expect(sessions().requests).toEqual(['GET /members']);
  await sessions().begin('Ada', 'admin');
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect.poll(() => entries(page)).toEqual(['Members', 'Home', 'Admin']);
});

test.each([
  ['?problem=refused', 'You were not signed in'],
  ['?problem=no-role', 'You have no role here'],
  ['?problem=nonsense', 'You could not be signed in'],
  ['?problem=toString', 'You could not be signed in'],
  ['?problem=unavailable&to=%2Fweb%2Fmembers', 'You cannot sign in at the moment'],
  ['', 'Sign in'],
  ['?signed-out', 'You are signed out'],
])('the screen /session%s has words and a way on', async (search, words) => {
  const page = await open(`/session${search}`);
  await heading(page, words);
  await page.getByRole('main').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(page.url()).toBe(`${origin()}/web${search.includes('members') ? '/members' : '/'}`);
});
