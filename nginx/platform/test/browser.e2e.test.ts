import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { isShown, visit } from '@web/client/platform/testing/browser/visit';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { makeAuthority } from '@web/bff/platform/test/certificate-authority';
import { kinds, type Kind } from './ingress/proxies.ts';
import { startProxy } from './ingress/start-proxy.ts';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from './stop-after-all.ts';

const started = stopAfterAll();
const origins = new Map<Kind, string>();
let browser: Browser;

beforeAll(async () => {
  const authority = await makeAuthority();
  started({ stop: authority.remove });
  const bff = started(await startBff());
  for (const kind of kinds) {
    const env = { INGRESS_STRIPS_PREFIX: String(kind === 'stripping') };
    const nginx = started(await startNginx({ bffPort: bff.port, env }));
    const ingress = started(await startProxy('nginx', kind, { upstreamPort: nginx.port, authority }));
    origins.set(kind, `https://localhost:${ingress.port}`);
  }
  const trusted = `--ignore-certificate-errors-spki-list=${authority.spki}`;
  browser = await chromium(trusted);
  started({ stop: () => browser.close() });
});

async function open(path: string, kind: Kind = 'preserving') {
  const origin = origins.get(kind) ?? '';
  const { page, problems } = await visit(browser, origin);
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  await page.goto(origin + path);
  return { page, problems, origin, documents: () => documents };
}

test('behind an ingress that strips the prefix, the page adds the trailing slash of /web/ to its address without a reload', async () => {
  const { page, problems, origin, documents } = await open('/web?x=1', 'stripping');
  await isShown(page);
  expect([page.url(), documents()]).toEqual([`${origin}/web/?x=1`, 1]);
  await page.reload();
  await isShown(page);
  expect(problems()).toEqual([]);
});

test('an unknown address shows the not-found screen with a link home, also after reload, back and forward', async () => {
  const { page, problems, origin } = await open('/web//no/such/screen');
  const home = page.getByRole('main').getByRole('link').first();
  const robots = page.locator('meta[name="robots"]');
  const isUnknown = async () => {
    await home.waitFor();
    expect(page.url()).toBe(`${origin}/web/no/such/screen`);
    expect(await robots.getAttribute('content')).toContain('noindex');
  };
  const isHome = async () => {
    await isShown(page);
    expect([page.url(), await robots.count()]).toEqual([`${origin}/web/`, 0]);
  };
  await isUnknown();
  await page.reload();
  await home.click();
  await isHome();
  await page.goBack();
  await isUnknown();
  await page.goForward();
  await page.reload();
  await isHome();
  expect(problems()).toEqual([]);
});

test('a crawl stays beneath the base path, and leaves no cookie, worker or storage outside of the base path', async () => {
  const { page, problems } = await open('/web/');
  const used = new Set<string>();
  const devTools = await page.context().newCDPSession(page);
  devTools.on('DOMStorage.domStorageItemAdded', ({ key }) => used.add(key));
  devTools.on('DOMStorage.domStorageItemRemoved', ({ key }) => used.add(key));
  await devTools.send('DOMStorage.enable');
  await page.reload();
  await isShown(page);
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  for (const link of new Set(links)) {
    await page.goto(link);
    await page.getByRole('main').waitFor();
  }
  const stored = await page.evaluate(async () => ({
    keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await caches.keys())],
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    databases: (await indexedDB.databases()).length,
  }));
  expect(used.size).toBeGreaterThan(0);
  expect([...used, ...stored.keys].filter((key) => !key.startsWith('/web:'))).toEqual([]);
  expect(stored).toMatchObject({ workers: 0, databases: 0 });
  expect(await page.context().cookies()).toEqual([]);
  expect(problems()).toEqual([]);
});
