import { expect, test } from 'vitest';
import { isShown } from '../browser/visit.ts';
import { onTestScreens } from '../screens/on-test-screens.ts';

const { page: pageOf, problems, origin, output } = onTestScreens();
const script = '**/assets/index-*.js';

test('the home screen shows the response of its prefetched call before the application’s script arrives', async () => {
  const page = pageOf();
  await page.route(script, () => {});
  await page.goto(`${origin()}/web/`, { waitUntil: 'commit' });
  await page.getByText(/^Answered by \w/).waitFor();
  expect(await page.title()).toMatch(/^Home · /);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Home');
  expect(problems()).toEqual([]);
});

test('a placeholder shows a response as text: no markup and no script address comes from data', async () => {
  const page = pageOf();
  const show = async (name: string) => {
    const dependencies = [{ name: '<b>one</b>' }, { name: 'two' }].map((one) => ({ ...one, state: 'up' }));
    await page.unrouteAll();
    await page.route(script, () => {});
    await page.route('**/api/status', (route) => route.fulfill({ json: { name, dependencies } }));
    await page.goto(`${origin()}/web/`, { waitUntil: 'commit' });
    await page.getByText(`Answered by ${name}`).waitFor();
    return page.getByText('Link').getAttribute('href');
  };
  expect(await show('https://example.org/?a=<b>')).toBe('https://example.org/?a=<b>');
  expect(await page.getByRole('listitem').allTextContents()).toEqual(['<b>one</b>', 'two']);
  for (const name of ['javascript:alert(1)', ' data:text/html,x', 'https://['])
    expect(await show(name)).toBeNull();
  expect(problems()).toEqual([]);
});

test('the application renders with that response: nothing flickers, and the call is sent once', async () => {
  const page = pageOf();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const seen = new Set<string>();
    new MutationObserver(() => {
      for (const state of document.querySelectorAll<HTMLElement>('.test-state'))
        if (state.offsetParent) seen.add(state.innerText.replace(/ .*/, ''));
    }).observe(document, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { seen });
  });
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`${origin()}/web/`, { waitUntil: 'commit' });
  await page.getByText(/^Answered by \w/).waitFor();
  arrive();
  await isShown(page);
  const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  expect(seen).toEqual(['Answered']);
  expect(requested.filter((path) => path === '/web/api/status')).toHaveLength(1);
  expect(problems()).toEqual([]);
});

test.each(['a@b', 'a+b', 'a:b', "it's", '%31', 'A%2F7%20%C3%B6'])(
  'a prefetched call with the parameter %s is sent once, by the document',
  async (encoded) => {
    const page = pageOf();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${origin()}/web/test/echoing/${encoded}`);
    await page.getByRole('heading', { name: `Echoing ${decodeURIComponent(encoded)}` }).waitFor();
    expect(requested.filter((url) => url.includes('/web/api/test/echo/'))).toHaveLength(1);
    expect(problems()).toEqual([]);
  },
);

test('a link prefetches its screen when the pointer comes over it', async () => {
  const page = pageOf();
  await page.goto(`${origin()}/web/test/reading`);
  const home = page.locator('a[href="/web/"]').first();
  await home.waitFor();
  let requested = false;
  page.on('request', (request) => {
    requested ||= request.url().includes('/web/assets/home-screen-');
  });
  // The code that notices the pointer arrives after the link.
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await home.hover();
      return requested;
    })
    .toBe(true);
});

test('an error on a page becomes a line of the BFF’s log, with screen and build', async () => {
  const page = pageOf();
  await page.goto(`${origin()}/web/test/reading`);
  await page.getByRole('heading', { name: 'Reading' }).waitFor();
  await page.evaluate(() =>
    setTimeout(() => {
      throw new Error('planted at /web/x?token=7');
    }),
  );
  await expect.poll(() => output()).toContain('planted at /web/x');
  const line = output()
    .split('\n')
    .find((text) => text.includes('planted at /web/x'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    kind: 'error',
    message: 'planted at /web/x',
    screen: '/test/reading',
    build: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  expect(output()).not.toContain('token=7');
});
