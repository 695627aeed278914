import { expect, test } from 'vitest';
import { onTestScreens } from '../screens/on-test-screens.ts';

const { page: pageOf, problems, origin, documents, heading, press } = onTestScreens();
const script = '**/assets/index-*.js';

/** Marks an element of the frame before the application's script arrives, then lets it come. */
async function changedBefore(change: () => void): Promise<void> {
  const page = pageOf();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`${origin()}/web/test/reading`, { waitUntil: 'commit' });
  await page.getByRole('banner').waitFor();
  await page.evaluate(change);
  arrive();
  await heading('Reading');
}

test('React hydrates the document’s frame as it is', async () => {
  await changedBefore(() => (document.querySelector('header') as HTMLElement).setAttribute('data-mark', ''));
  expect(await pageOf().locator('header[data-mark]').count()).toBe(1);
  expect(problems()).toEqual([]);
});

test('a frame that an extension has changed is rendered anew, and reported', async () => {
  await changedBefore(() => (document.querySelector('header') as HTMLElement).prepend('planted'));
  expect(await pageOf().getByRole('banner').textContent()).not.toContain('planted');
  expect(await pageOf().getByRole('main').getByRole('heading').count()).toBe(1);
  expect(problems().join('\n')).toMatch(/Minified React error #418/);
  expect(problems().join('\n')).not.toMatch(/TrustedHTML|Content Security Policy/);
});

test('the frame of a page load is the one that a navigation to that screen shows', async () => {
  const page = pageOf();
  const frame = async () => {
    await heading('Reading');
    return [await page.getByRole('banner').innerHTML(), await page.getByRole('contentinfo').innerHTML()];
  };
  await page.goto(`${origin()}/web/test/writing`);
  await press('Reading');
  const navigated = await frame();
  await page.reload();
  expect(await frame()).toEqual(navigated);
});

test('a link to the current screen is marked, after a page load and after a navigation', async () => {
  const page = pageOf();
  const current = page.getByRole('banner').locator('[aria-current=page]');
  await page.goto(`${origin()}/web/`);
  await current.waitFor();
  await page.goto(`${origin()}/web/test/reading/`);
  await heading('Reading');
  expect(new URL(page.url()).pathname).toBe('/web/test/reading');
  expect(await current.count()).toBe(0);
  await page.locator('a[href="/web/"]').first().click();
  await current.waitFor();
});

test('the frame is interactive while the screen’s first call is under way', async () => {
  const page = pageOf();
  await page.route('**/web/api/test/**', () => {});
  await page.goto(`${origin()}/web/test/waiting`, { waitUntil: 'commit' });
  const home = page.locator('a[href="/web/"]').first();
  await expect
    .poll(() => home.evaluate((link) => Object.keys(link).some((key) => key.startsWith('__reactFiber$'))))
    .toBe(true);
  expect(await page.title()).toMatch(/^Waiting · /);
  await page.getByText('Loading').first().waitFor({ state: 'attached' });
  await home.click();
  await heading('Home');
  expect(documents()).toBe(1);
});
