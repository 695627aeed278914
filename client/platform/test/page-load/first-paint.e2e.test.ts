import { expect, test } from 'vitest';
import { isShown } from '#platform/testing/browser/visit.ts';
import { onTestScreens } from '#platform/test/screens/on-test-screens.ts';

const { page, problems, origin, output, documents, open, heading } = onTestScreens();

/** Opens a screen and holds back the application's script. Returns a function that releases it. */
async function openWithoutScript(path: string): Promise<() => void> {
  const script = Promise.withResolvers<void>();
  await page().route('**/assets/index-*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page().goto(`${origin()}/web${path}`, { waitUntil: 'commit' });
  return script.resolve;
}
const requested = () => {
  const paths: string[] = [];
  page().on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
};
const homeLink = () => page().locator('a[href="/web/"]').first();

test.each([320, 1440])(
  'without JavaScript, a window of %i px shows a message at the top of the main area',
  async (width) => {
    const viewport = { width, height: 640 };
    const context = await page().context().browser()!.newContext({ javaScriptEnabled: false, viewport });
    const withoutScript = await context.newPage();
    await withoutScript.goto(`${origin()}/web/`);
    const main = withoutScript.getByRole('main');
    const heading = main.getByRole('heading', { name: 'This application needs JavaScript' });
    const [area, message] = [await main.boundingBox(), await heading.boundingBox({ timeout: 1_000 })];
    expect(message!.y - area!.y).toBeLessThan(40);
    expect(message!.y + message!.height).toBeLessThan(viewport.height);
    await context.close();
  },
);

test('a placeholder shows response data as text, never as markup or script URLs', async () => {
  const show = async (name: string) => {
    const dependencies = ['<b>a</b>', 'b'].map((dependency) => ({ name: dependency, state: '"up"' }));
    await page().unrouteAll();
    await page().route('**/api/status', (route) => route.fulfill({ json: { name, dependencies } }));
    await openWithoutScript('/');
    await page().getByText(`Answered by ${name}`).waitFor();
    return page().getByText('Link').getAttribute('href');
  };
  expect(await show('https://example.org/?a=<b>')).toBe('https://example.org/?a=<b>');
  expect(await page().getByRole('listitem').allTextContents()).toEqual(['<b>a</b>', 'b']);
  expect(await page().getByRole('listitem').first().getAttribute('data-state')).toBe('"up"');
  for (const name of ['javascript:alert(1)', ' data:text/html,x', 'https://['])
    expect(await show(name)).toBeNull();
  expect(problems()).toEqual([]);
});

test('a placeholder may spread an object that has a Boolean', async () => {
  const document = await (await fetch(`${origin()}/web/`)).text();
  expect(document).toContain(
    '<template data-path="/test/editing"><template data-each="bookings"><p>{{guest.name}}</p></template></template>',
  );
});

test('the placeholder shows prefetched data before the application’s script arrives; the script reuses the data without flicker', async () => {
  const paths = requested();
  await page().addInitScript(() => {
    const seen = new Set<string>();
    new MutationObserver(() => {
      for (const state of document.querySelectorAll<HTMLElement>('.test-state'))
        if (state.offsetParent) seen.add(state.innerText.replace(/ .*/, ''));
    }).observe(document, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { seen });
  });
  const arrive = await openWithoutScript('/');
  await page()
    .getByText(/^Answered by \w/)
    .waitFor();
  expect(await page().title()).toMatch(/^Home · /);
  arrive();
  await isShown(page());
  const seen = await page().evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  expect(seen).toEqual(['Answered']);
  expect(paths.filter((path) => path === '/web/api/status')).toHaveLength(1);
  expect(problems()).toEqual([]);
});

test.each(['a@b', 'a+b', 'a:b', "it's", '%31', 'A%2F7%20%C3%B6'])(
  'a prefetched call with the parameter %s is sent once, by the document',
  async (encoded) => {
    const paths = requested();
    await page().goto(`${origin()}/web/test/echoing/${encoded}`);
    await heading(`Echoing ${decodeURIComponent(encoded)}`);
    expect(paths.filter((path) => path.includes('/web/api/test/echo/'))).toHaveLength(1);
    expect(problems()).toEqual([]);
  },
);

test('a link prefetches its screen on hover', async () => {
  await open('Reading');
  const paths = requested();
  // The hover listener is loaded after the first screen.
  await expect
    .poll(async () => {
      await page().mouse.move(0, 0);
      await homeLink().hover();
      return paths.join(' ');
    })
    .toContain('/web/assets/home-screen-');
});

test('an error on a page is logged by the BFF with screen and build', async () => {
  await open('Reading');
  await page().evaluate(
    () => void setTimeout(() => void Promise.reject(new Error('planted at /web/x?token=7'))),
  );
  const line = () =>
    output()
      .split('\n')
      .find((text) => text.includes('planted at /web/x')) ?? '{}';
  await expect
    .poll(() => JSON.parse(line()) as object)
    .toMatchObject({
      kind: 'unhandled-rejection',
      message: 'planted at /web/x',
      screen: '/test/reading',
      build: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
  expect(output()).not.toContain('token=7');
});

async function changedBefore(change: () => void): Promise<void> {
  const arrive = await openWithoutScript('/test/reading');
  await page().getByRole('banner').waitFor();
  await page().evaluate(change);
  arrive();
  await heading('Reading');
}

test('React hydrates the prerendered layout', async () => {
  await changedBefore(() => document.querySelector('header')?.setAttribute('data-mark', ''));
  expect(await page().locator('header[data-mark]').count()).toBe(1);
  expect(problems()).toEqual([]);
});

test('if a browser extension has changed the prerendered layout, React renders the layout again, and the mismatch is reported', async () => {
  await changedBefore(() => document.querySelector('header')?.prepend('planted'));
  expect(await page().getByRole('banner').textContent()).not.toContain('planted');
  expect(await page().getByRole('main').getByRole('heading').count()).toBe(1);
  expect(problems().join('\n')).toMatch(/Minified React error #418/);
  expect(problems().join('\n')).not.toMatch(/TrustedHTML|Content Security Policy/);
});

test('the link to the current screen is marked after a page load and after a navigation', async () => {
  const current = page().getByRole('banner').locator('[aria-current=page]');
  await page().goto(`${origin()}/web/`);
  await current.waitFor();
  await page().goto(`${origin()}/web/test/reading/`);
  await heading('Reading');
  expect(new URL(page().url()).pathname).toBe('/web/test/reading');
  expect(await current.count()).toBe(0);
  await homeLink().click();
  await current.waitFor();
});

test('the layout is interactive while the screen’s first call is in flight', async () => {
  await page().route('**/web/api/test/**', () => {});
  await page().goto(`${origin()}/web/test/waiting`, { waitUntil: 'commit' });
  const isHydrated = () =>
    homeLink().evaluate((link) => Object.keys(link).some((key) => key.startsWith('__reactFiber$')));
  await expect.poll(isHydrated).toBe(true);
  expect(await page().title()).toMatch(/^Waiting · /);
  await page().getByText('Loading').first().waitFor({ state: 'attached' });
  await homeLink().click();
  await heading('Home');
  expect(documents()).toBe(1);
});
