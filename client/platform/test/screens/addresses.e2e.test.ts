import { expect, test } from 'vitest';
import { echoing } from './features/addresses.ts';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, origin, goto, open, press, heading, announced, call, hide, output, deferredHasRun } =
  onTestScreens();
const listing = (search: string) => page().goto(`${origin()}/web/test/listing/a%2Fb${search}`);
const read = (text: string) => page().getByText(`read ${text}`).waitFor();

test('the document prefetches the screen’s call with path and search parameters, and the client does not repeat the call', async () => {
  const urls: string[] = [];
  page().on('request', (request) => urls.push(request.url()));
  await listing('?tag=x&tag=y&page=2&color=red');
  await read('{"page":"2","tag":["x","y"]}');
  expect(urls.filter((url) => url.includes('/test/echo/a'))).toEqual([
    `${origin()}/web/api/test/echo/a%2Fb?page=2&tag=x&tag=y`,
  ]);
  expect(await page().title()).toMatch(/^Listing a\/b · /);
  expect(problems()).toEqual([]);
});

test('an invalid search makes neither the document nor the client send a call', async () => {
  const urls: string[] = [];
  page().on('request', (request) => urls.push(request.url()));
  await listing('?page=3&tag=x&tag=longer-than-10');
  await heading('No list');
  expect(urls.filter((url) => url.includes('/api/test/'))).toEqual([]);
});

test('an invalid search parameter with a default is prefetched with it', async () => {
  const urls: string[] = [];
  page().on('request', (request) => urls.push(request.url()));
  await listing('?page=x&tag=');
  await read('{"page":"1"}');
  expect(urls.filter((url) => url.includes('/test/echo/a'))).toEqual([
    `${origin()}/web/api/test/echo/a%2Fb?page=1`,
  ]);
});

test.each(['a%2Fb', 'a%252Fb', '%', 'ä +?#'])(
  'the path parameter %o reaches the prefetched call, the loader, the component and `ErrorView` unchanged',
  async (name) => {
    const urls: string[] = [];
    page().on('request', (request) => urls.push(request.url()));
    const to = echoing.to({ params: { name } });
    await page().goto(`${origin()}/web${to}`);
    await heading(`Echoing ${name}, ${name}`);
    expect(urls.filter((url) => url.includes('/test/echo/'))).toEqual([
      call(`echo/${encodeURIComponent(name)}`),
    ]);
    await page().route('**/api/test/echo/*', (route) => route.abort());
    await page().reload();
    await heading(`No echo of ${name}: network`);
  },
);

test.each(['%E4', 'test/echoing/%', 'test/listing/%E4?tag=%E4', 'test%'])(
  'the malformed address /web/%s shows the not-found screen',
  async (path) => {
    await goto('Reading');
    await heading('Reading');
    // Navigates in the client, as a link or Back does, because a server may reject such an address.
    await page().evaluate((path) => history.pushState(null, '', `/web/${path}`), path);
    await page().evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await heading('There is nothing at this address');
  },
);

test.each(['#100%', '#%E4', '#%'])('the malformed fragment %s is ignored', async (fragment) => {
  await page().goto(`${origin()}/web/test/reading${fragment}`);
  await heading('Reading');
  expect(problems()).toEqual([]);
});

test('a call with `where` is prefetched only if the search parameters have the values in `where`', async () => {
  const urls: string[] = [];
  page().on('request', (request) => urls.push(request.url()));
  for (const search of ['?page=2', '?page=3', '']) {
    await listing(search);
    await heading('Listing');
  }
  expect(urls.filter((url) => url.endsWith('/api/test/bookings')).length).toBe(1);
});

test('a change of search parameters updates address and controls at once, and keeps the old data until the new data has loaded', async () => {
  await listing('');
  await read('{"page":"1"}');
  const released = Promise.withResolvers<void>();
  await page().route('**/api/test/echo/a*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page().getByRole('link', { name: 'Next page' }).click();
  await page().getByText('Page 2, read {"page":"1"}').waitFor();
  expect(page().url()).toContain('?page=2');
  expect(await page().locator('[aria-busy=true]').count()).toBe(1);
  released.resolve();
  await read('{"page":"2"}');
  expect(await page().locator('[aria-busy=true]').count()).toBe(0);
});

test('the navigation marks the link to the nearest parent of the current screen; a pagination link is not marked', async () => {
  await page().goto(`${origin()}/web/test/listing/a?page=2`);
  await heading('Listing');
  const marks = await page().getByRole('navigation', { name: 'Tests' }).getByRole('link').all();
  const next = page().getByRole('link', { name: 'Next page' });
  expect(await Promise.all([...marks, next].map((link) => link.getAttribute('aria-current')))).toEqual([
    null,
    'page',
    null,
  ]);
  expect(await next.getAttribute('href')).toMatch(/\?page=3$/);
});

test('if an AwaitSection fails, the rest of the screen stays, and the section can be retried', async () => {
  const broken = '**/api/test/echo/part';
  await page().route(broken, async (route) =>
    route.fulfill({ response: await route.fetch({ url: call('fail/unavailable') }) }),
  );
  await listing('');
  await heading('Listing');
  await expect.poll(announced).toContain('not available at the moment');
  await deferredHasRun();
  await page().unroute(broken);
  await page().getByRole('button', { name: 'Try again' }).click();
  await page().getByText('The part: part').waitFor();
  expect([await announced(), await page().locator(':focus').textContent()]).toEqual(['', 'The part: part']);
});

test('an AwaitSection keeps its value if a refetch fails, but not after a navigation to another address', async () => {
  const broken = '**/api/test/echo/part';
  await listing('');
  await page().getByText('The part: part').waitFor();
  await page().route(broken, async (route) =>
    route.fulfill({ response: await route.fetch({ url: call('fail/unavailable') }) }),
  );
  await hide(true);
  await hide(false);
  await page().getByText('What you see may be out of date.').waitFor();
  expect(await page().getByText('The part: part').count()).toBe(1);
  await page().getByRole('link', { name: 'Next page' }).click();
  await expect.poll(announced).toContain('not available at the moment');
  expect(await page().getByText('The part: part').count()).toBe(0);
});

test.each([
  ['a refetch returns 404', 'part', 'fail/not-found', () => hide(true).then(() => hide(false))],
  [
    'the screen passes another promise, which fails',
    'other',
    'fail/unavailable',
    () => page().getByRole('button', { name: 'Other part' }).click(),
  ],
])('an AwaitSection drops its value if %s', async (_, name, path, change) => {
  const isBroken = name === 'other';
  const broken = async () =>
    page().route(`**/api/test/echo/${name}`, async (route) =>
      route.fulfill({ response: await route.fetch({ url: call(path) }) }),
    );
  if (isBroken) await broken();
  await listing('');
  await page().getByText('The part: part').waitFor();
  if (!isBroken) await broken();
  await change();
  await expect.poll(announced).toMatch(/not available at the moment|nothing at this address/);
  expect(await page().getByText('The part: part').count()).toBe(0);
});

const wrongParameter = {
  ...{ code: 'bad-request', status: 400, title: 'Bad request', detail: 'x' },
  errors: [{ in: 'params', pointer: '/thingId', rule: 'type', detail: 'must be integer' }],
};
test.each([
  ['a 404 of a loader', { code: 'not-found', status: 404, title: 'x', detail: 'x' }],
  ['an invalid path parameter', wrongParameter],
])('%s shows the not-found screen without a retry button', async (_, problem) => {
  const response = { contentType: 'application/problem+json', body: JSON.stringify(problem) };
  await page().route('**/api/test/echo/*', (route) => route.fulfill({ status: problem.status, ...response }));
  await goto('Reading');
  await page().getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  expect(await page().getByRole('button', { name: /again/i }).count()).toBe(0);
});

test.each(['after a page load', 'after Forward'])('a loader’s redirect works %s', async (how) => {
  if (how === 'after a page load') await goto('Going');
  else {
    await open('Reading');
    await page().evaluate(() => history.pushState(null, '', '/web/test/going'));
    await page().goBack();
    await page().goForward();
  }
  await heading('Reading');
  expect(new URL(page().url()).pathname).toBe('/web/test/reading');
});

test('going back restores the scroll position', async () => {
  await listing('');
  await heading('Listing');
  await page().getByText('The part: part').waitFor();
  const link = page().getByRole('link', { name: 'To reading' });
  await link.hover();
  const before = await page().evaluate(() => scrollY);
  expect(before).toBeGreaterThan(200);
  await link.click();
  await heading('Reading');
  await expect.poll(() => page().evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page().goBack();
  await heading('Listing');
  await expect.poll(() => page().evaluate(() => scrollY)).toBe(before);
  await press('Waiting');
});

const scrolled = () => page().evaluate(() => Math.round(scrollY));
const isAtTheEnd = () =>
  page()
    .locator('#end')
    .evaluate((end) => Math.abs(end.getBoundingClientRect().top) < innerHeight);

test('a link to a fragment focuses its target, and Back restores the scroll position', async () => {
  await listing('');
  await page().getByText('The part: part').waitFor();
  await deferredHasRun();
  await page().evaluate(() => scrollTo(0, 40));
  await page().getByRole('link', { name: 'To the end' }).click();
  await page().locator('#end:focus').waitFor();
  expect([await isAtTheEnd(), page().url().endsWith('#end')]).toEqual([true, true]);
  await page().goBack();
  await expect.poll(scrolled).toBe(40);
  await page().goForward();
  await expect.poll(isAtTheEnd).toBe(true);
  expect(problems()).toEqual([]);
});

test('opening an address with a fragment scrolls to the target despite a stored scroll position; a reload keeps the scroll position', async () => {
  await listing('');
  await page().getByText('The part: part').waitFor();
  await page().evaluate(() => scrollTo(0, 40));
  await page().goto('about:blank');
  await listing('#end');
  await expect.poll(isAtTheEnd).toBe(true);
  await page().evaluate(() => scrollTo(0, 70));
  await page().reload();
  await page().getByText('The part: part').waitFor();
  await expect.poll(scrolled).toBe(70);
});

test('an error thrown while a screen renders is reported', async () => {
  await open('Counting');
  await page().evaluate(() => {
    Array.from = () => {
      throw new Error('no rows');
    };
  });
  await page().getByRole('button', { name: 'More' }).click();
  await heading('This screen could not be shown');
  await expect.poll(output).toMatch(/"screen":"\/test\/counting".*"message":"no rows"/);
});

/** Replaces the list's response, which then has this number of pages. */
const listOf = async (pages: number, held = Promise.resolve()) => {
  await page().unroute('**/test/echo/a**');
  await page().route('**/test/echo/a**', async (route) => {
    await held;
    const query = Object.fromEntries(new URL(route.request().url()).searchParams);
    await route.fulfill({ json: { name: 'a', query, pages } });
  });
};
const search = () => new URL(page().url()).search;

test.each([
  [3, '?page=3'],
  [1, ''],
  [0, ''],
])(
  'an address beyond the last of %i pages shows the last page, in the same history entry',
  async (pages, last) => {
    await listOf(pages);
    await goto('Reading');
    const entries = await page().evaluate(() => history.length);
    await page().goto(`${origin()}/web/test/listing/a?page=5`);
    await expect.poll(search).toBe(last);
    await read(pages > 1 ? '{"page":"3"}' : '{"page":"1"}');
    expect(await page().evaluate(() => history.length)).toBe(entries + 1);
  },
);

test('when the last page has become empty, the screen shows the page before it', async () => {
  await listOf(3);
  await page().goto(`${origin()}/web/test/listing/a?page=3`);
  await read('{"page":"3"}');
  await listOf(2);
  await hide(true);
  await hide(false);
  await read('{"page":"2"}');
  expect(search()).toBe('?page=2');
});

test('while the next page loads, the number of pages of the previous list does not lead back', async () => {
  await listOf(1);
  await page().goto(`${origin()}/web/test/listing/a`);
  await read('{"page":"1"}');
  const held = Promise.withResolvers<void>();
  await listOf(2, held.promise);
  await page().getByRole('link', { name: 'Next page' }).click();
  await page().getByText('Page 2, read {"page":"1"}').waitFor();
  await page().getByRole('link', { name: 'Previous' }).waitFor();
  held.resolve();
  await read('{"page":"2"}');
  expect(search()).toBe('?page=2');
});

test('BackLink keeps a distance from the heading beneath it', async () => {
  await page().goto(`${origin()}/web/test/listing/a`);
  await heading('Listing');
  const box = async (role: 'link' | 'heading', name: string) =>
    (await page().getByRole(role, { name }).boundingBox())!;
  const link = await box('link', 'All counts');
  expect((await box('heading', 'Listing')).y - (link.y + link.height)).toBeGreaterThanOrEqual(12);
  expect(link.width).toBeLessThan(200);
});
