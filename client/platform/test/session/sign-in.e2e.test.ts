import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, heading, onSessionScreens, press, seen } from './on-session-screens.ts';

const { open, sessions, origin, context, membersTab } = onSessionScreens();

const menu = (page: Page) => page.locator('.session-menu').innerText();
const entries = (page: Page) =>
  page.locator('.navigation').getByRole('link', { includeHidden: true }).allInnerTexts();

test.each([
  ['a screen that needs a session', '/members?page=2#names', undefined, '/members?page=2#names'],
  ['a link to a screen that needs a session', '/#here', 'To members', '/members'],
  ['the link in the session menu', '/?a=b#here', 'Sign in', '/?a=b#here'],
])('%s redirects to sign-in, and returns to the requested address', async (_, path, link, back) => {
  const page = await open(path);
  if (link) await page.getByRole('link', { name: link }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await heading(page, back.startsWith('/members') ? 'Members' : 'Home');
  expect(page.url()).toBe(`${origin()}/web${back}`);
  const asked = `GET /session/sign-in?to=${encodeURIComponent(`/web${back}`)}`;
  expect(sessions().requests.slice(0, 2)).toEqual([
    asked,
    back.startsWith('/members') ? 'GET /members' : 'GET /session',
  ]);
  if (back === path) return;
  await page.goBack();
  await heading(page, 'Home');
  expect(page.url()).toBe(`${origin()}/web${path}`);
});

test('without a session cookie, the document does not prefetch calls that need a session', async () => {
  await context().route('**/assets/*.js', (route) => route.abort());
  const page = await open('/board');
  expect(sessions().requests).toEqual([]);
  await sessions().begin('Ada');
  await page.reload();
  await expect.poll(() => sessions().requests).toEqual(['GET /members?page=1', 'GET /members?page=2']);
});

test('the user’s name and a screen with AwaitSection are shown before the data of the sections arrive', async () => {
  await sessions().begin('Ada', 'member');
  const release = [sessions().hold('GET /members?page=1'), sessions().hold('GET /members?page=2')];
  const page = await open('/board');
  await heading(page, 'Board');
  await page.getByText('Ada', { exact: true }).waitFor();
  for (const answer of release) answer();
  await page.getByText('Ada’s friend').nth(1).waitFor();
  expect(sessions().requests.toSorted()).toEqual([
    'GET /members?page=1',
    'GET /members?page=2',
    'GET /session',
  ]);
});

test('the page reloads when two prefetched responses belong to different users', async () => {
  await sessions().begin('Ada');
  const [first, second] = [sessions().hold('GET /members?page=1'), sessions().hold('GET /members?page=2')];
  const other = sessions().hold('GET /session');
  const page = await open('/board');
  await heading(page, 'Board');
  await page.evaluate(() => {
    const note = () => sessionStorage.setItem('shown', document.body.innerText);
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
  });
  first();
  await page.getByText('Ada’s friend').waitFor();
  await sessions().begin('Eve');
  second();
  await heading(page, 'Home');
  other();
  await page.getByText('Eve', { exact: true }).waitFor();
  expect([page.url(), (await seen(page)).includes('Ada')]).toEqual([`${origin()}/web/`, false]);
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).not.toContain('Eve');
});

test.each([320, 390, 1280])(
  'when the session arrives, the prerendered layout does not shift, and its header has at most two rows at %i px',
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
    const script = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto(`${origin()}/web/writing`, { waitUntil: 'commit' });
    await page.getByRole('banner').waitFor();
    await page.waitForTimeout(300);
    expect([await entries(page), await menu(page)]).toEqual([['Home'], '']);
    // Pending entries have the same padding and border as `Home`.
    const styles = await page.locator('.navigation > *').evaluateAll((all) =>
      all.map((entry) => {
        const { paddingBlock, borderBlockEndWidth } = getComputedStyle(entry);
        return `${paddingBlock} ${borderBlockEndWidth}`;
      }),
    );
    expect([styles.length, new Set(styles).size]).toEqual([3, 1]);
    script.resolve();
    await heading(page, 'Writing');
    await page.waitForTimeout(500);
    // Keeps the first box of each row: a box that begins below all boxes before it.
    const rows = await page
      .locator('.layout-header :is(a, summary, nav, .session-menu)')
      .evaluateAll((boxes) => {
        const all = boxes.map((box) => box.getBoundingClientRect()).filter(({ height }) => height > 0);
        const edges = all.toSorted((a, b) => a.top - b.top);
        return edges.filter(({ top }, index) => edges.slice(0, index).every(({ bottom }) => bottom <= top));
      });
    expect(rows.length).toBeLessThanOrEqual(2);
    // Allows shifts of less than a pixel, which the placement of glyphs can cause.
    expect(await shift()).toBeLessThan(0.001);
    if (width < 700) await page.getByText('Menu', { exact: true }).click();
    expect([await entries(page), (await menu(page)).split('\n').map((text) => text.trim())]).toEqual([
      ['Members', 'Home'],
      expect.arrayContaining(['Ada', 'Sign out']),
    ]);
  },
);

test('without a session, the layout shows `Sign in` and sends no request', async () => {
  const page = await open('/');
  await heading(page, 'Home');
  await page.waitForTimeout(300);
  expect([await entries(page), await menu(page)]).toEqual([['Home'], 'Sign in']);
  await expectAccessible(page);
  expect(sessions().requests).toEqual([]);
});

test.each([
  ['/', 'Home', 'GET /session'],
  ['/admin', 'Not allowed', 'GET /session'],
  ['/members', 'Members', 'GET /members'],
])('opening %s sends a single request, which also returns the session', async (path, name, request) => {
  await sessions().begin('Ada', 'member');
  const page = await open(path);
  await heading(page, name);
  await page.getByText('Ada', { exact: true }).waitFor();
  await page.waitForTimeout(300);
  expect(sessions().requests).toEqual([request]);
});

test('the next call after a change of role updates the navigation', async () => {
  const page = await membersTab();
  await sessions().begin('Ada', 'admin');
  await press(page, 'Read again');
  await expect.poll(() => entries(page)).toEqual(['Members', 'Home', 'Admin']);
});

test.each([
  ['?problem=refused', 'You were not signed in'],
  ['?problem=no-role', 'You have no access'],
  ['?problem=nonsense', 'You could not be signed in'],
  ['?problem=toString', 'You could not be signed in'],
  ['?problem=unavailable&to=%2Fweb%2Fmembers', 'You cannot sign in at the moment'],
  ['', 'Sign in'],
  ['?signed-out', 'You are signed out'],
])('the screen /session%s has a heading and a link', async (search, words) => {
  const page = await open(`/session${search}`);
  await heading(page, words);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(page.url()).toBe(`${origin()}/web${search.includes('members') ? '/members' : '/'}`);
});
