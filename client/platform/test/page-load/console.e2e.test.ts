import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '@web/bff/platform/testing/processes';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { buildConsole } from '#platform/test/console/build-console.ts';
import { chromium } from '#platform/testing/browser/chromium.ts';
import { stubBff } from '#platform/testing/browser/stub-bff.ts';

let folder: string;
let origin: string;
let browser: Browser;
let context: BrowserContext;
let stop: () => Promise<void>;

beforeAll(async () => {
  const built = await buildConsole();
  folder = built.folder;
  const bff = await startBff({}, built.main);
  stop = bff.stop;
  origin = `http://127.0.0.1:${bff.port}`;
  browser = await chromium();
  context = await browser.newContext();
  const service = { id: 'dns', name: 'DNS', owner: 'Ada', state: 'up' };
  const { begin } = await stubBff(context, origin, (key) => {
    if (key === 'GET /services') return { json: { items: [service] } };
    return key === 'GET /services/events' ? { events: [service] } : { json: service };
  });
  await begin({ subject: 'ada', role: 'member', user: { name: 'Ada' } });
});
afterAll(async () => {
  await browser?.close();
  await stop?.();
  if (folder) await rm(folder, { recursive: true });
});

/** Returns the paths that a first visit requests until session handling has started. Removes build hashes, and omits the icon and the manifest. */
async function requestsOf(path: string): Promise<string[]> {
  const page = await context.newPage();
  const requests = new Set<string>();
  page.on('request', (request) => requests.add(new URL(request.url()).pathname));
  // The client requests this chunk when the browser is idle, on a loaded machine after the network was idle for a while.
  const deferred = page.waitForResponse(/\/deferred-[^/]+\.js$/);
  await page.goto(`${origin}/web${path}`);
  await page.locator('main .screen h1').waitFor();
  await deferred;
  await page.locator('.notice-float').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.close();
  const paths = [...requests].map((request) => request.slice('/web/'.length).replace(/-[\w-]{8}\./, '.'));
  return paths.filter((request) => !/favicon|manifest/.test(request)).toSorted();
}

test('a screen with session, stream and placeholder makes twelve requests, one of them to sign out later, and one for its icon', async () => {
  const own = ['index', 'services-screen', 'shared', 'deferred', 'sign-out'];
  const scripts = [...own, 'rolldown-runtime', 'vendor'].map((name) => `${name}.js`);
  const assets = [...scripts, 'services-screen.css', 'shared.css'].map((name) => `assets/${name}`);
  expect(await requestsOf('/')).toEqual(['', 'api/services', 'api/services/events', ...assets].toSorted());
});

test.each([
  ['/map', ['drawing.js']],
  ['/services/dns/log', ['drawing.js']],
  ['/new', ['service-form.js']],
  ['/settings', ['service-form.js']],
  ['/owners', []],
  ['/help', []],
])(
  '%s loads the chunk of small shared modules, and these chunks of large shared modules: %j',
  async (path, large) => {
    const requests = await requestsOf(path);
    expect(requests).toContain('assets/shared.js');
    expect(requests.flatMap((request) => /(?:drawing|service-form)\.js$/.exec(request) ?? [])).toEqual(large);
  },
);

test('an edit of one screen changes neither the number of chunks nor the chunks of libraries', async () => {
  const scripts = async () => {
    const assets = await readdir(join(folder, 'client/dist/identity/assets'));
    return assets.filter((file) => file.endsWith('.js')).toSorted();
  };
  const withoutHash = (files: readonly string[]) => files.map((file) => file.replace(/-[\w-]{8}\.js$/, ''));
  const before = await scripts();
  expect(withoutHash(before).filter((name) => !name.endsWith('-screen'))).toEqual([
    'body-errors',
    'check-body',
    'comparison',
    'deferred',
    'drawing',
    'failed-rows',
    'index',
    'rolldown-runtime',
    'search-errors',
    'send-form',
    'service-form',
    'shared',
    'sign-out',
    'vendor',
  ]);
  const screen = join(folder, 'client/src/features/help-screen.tsx');
  await writeFile(screen, (await readFile(screen, 'utf8')).replace('Ask a colleague.', 'Ask Ada.'));
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  const after = await scripts();
  expect(withoutHash(after)).toEqual(withoutHash(before));
  const libraries = (files: readonly string[]) => files.filter((file) => /^(?:drawing|vendor)-/.test(file));
  expect(libraries(after)).toEqual(libraries(before));
});
