import { features } from 'web-features';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '#platform/build/oldest-browsers.ts';
import { onTestScreens } from '#platform/test/screens/on-test-screens.ts';

const { page, problems, origin, ask, open, press, heading } = onTestScreens();

/** Maps Vite's browser names to those of `web-features`, where they differ. */
const NAMES: Readonly<Record<string, string>> = { ios: 'safari_ios' };
const oldest = oldestBrowsers().map((browser) => {
  const [, name = '', version = ''] = /^([a-z]+)(.+)$/.exec(browser) ?? [];
  return [NAMES[name] ?? name, Number(version)] as const;
});

function isInAll(support: object): boolean {
  const versions = new Map<string, string>(Object.entries(support));
  return oldest.every(
    ([name, version]) => Number.parseFloat((versions.get(name) ?? 'Infinity').replace('≤', '')) <= version,
  );
}

/** APIs that at least one of the oldest browsers lacks, such as `api.URL.parse_static`. */
const newer = Object.values(features)
  .flatMap((feature) => Object.entries('status' in feature ? (feature.status.by_compat_key ?? {}) : {}))
  .filter(([key, { support }]) => /^(?:api|javascript\.builtins)\./.test(key) && !isInAll(support))
  .map(([key]) => key);

test('the application works without APIs that the oldest supported browsers lack', async () => {
  expect(newer).toEqual(expect.arrayContaining(['api.URL.parse_static', 'javascript.builtins.Set.union']));
  // Keeps Trusted Types, which the document's policy needs in Chromium.
  const deleted = newer.filter((key) => !key.includes('TrustedType'));
  await page().addInitScript((keys) => {
    const scope = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
    for (const key of keys) {
      const path = key.replace(/^api\.|^javascript\.builtins\./, '').split('.');
      const [owner = '', member = '', ...others] = path;
      if (others.length > 0) continue;
      if (member === '') delete scope[owner];
      else if (owner === 'Window') delete scope[member];
      else if (member.endsWith('_static'))
        Reflect.deleteProperty(scope[owner] ?? {}, member.slice(0, -'_static'.length));
      else Reflect.deleteProperty(scope[owner]?.prototype ?? {}, member);
    }
  }, deleted);
  await page().goto(`${origin()}/web/`);
  await page()
    .getByText(/^Answered by \w/)
    .waitFor();
  const kept = () => ['parse' in URL, 'requestIdleCallback' in globalThis];
  expect(await page().evaluate(kept)).toEqual([false, false]);
  expect(await page().getByText('Please update your browser').isVisible()).toBe(false);
  for (const screen of [
    'Uploading',
    'Scanning',
    'Importing',
    'Watching',
    'Searching',
    'Stepping',
    'Editing',
    'Choosing',
  ])
    // oxlint-disable-next-line no-await-in-loop
    await open(screen);
  await open('Writing');
  await page().getByLabel('Title').fill('A title');
  await page().getByLabel('Copies').fill('1,234');
  await page().getByRole('button', { name: 'Send' }).click();
  await expect.poll(async () => JSON.stringify(await ask('titles'))).toContain('A title');
  await press('Reading');
  await heading('Reading');
  expect(problems()).toEqual([]);
});

test('a browser that is too old shows a message instead of the application', async () => {
  // Bypasses the CSP, which would block the inline style that this test changes.
  const context = await page().context().browser()!.newContext({ bypassCSP: true });
  const old = await context.newPage();
  await old.route('**/web/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('(zoom:1)', '(no-such-property:1)');
    await route.fulfill({ response, body });
  });
  await old.goto(`${origin()}/web/`);
  await old.getByText('Please update your browser').waitFor();
  expect(await old.locator('#root').isVisible()).toBe(false);
  await context.close();
});
