import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget } from '../../conformance/target.ts';
import { readAssets } from '../../conformance/site.ts';
import { chromium } from '@web/client/test/browser/chromium';
import { startBff } from '@web/bff/test/start-bff';
import { startProxy } from './start-proxy.ts';
import { makeAuthority, type Authority } from './certificate-authority.ts';
import type { Running } from '@web/bff/test/processes';
import { isShown } from '@web/client/test/browser/visit';

/** Another application beneath `/other`, with its own cookie, storage, cache and service worker. */
const pages: Record<string, readonly [type: string, text: string]> = {
  '/other/': ['text/html', '<!doctype html><title>Other</title><h1>Other</h1>'],
  '/other/sw.js': [
    'text/javascript',
    `addEventListener('fetch', (event) => event.respondWith(new Response('from the worker of the other')));`,
  ],
};

const running: Running[] = [];
let other: Server;
let requests: { readonly path: string | undefined; readonly cookie: string | undefined }[] = [];
let authority: Authority;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  authority = await makeAuthority();
  other = createServer((request, reply) => {
    requests.push({ path: request.url, cookie: request.headers.cookie });
    const [type, text] = pages[request.url ?? ''] ?? ['text/plain', 'the other'];
    reply.setHeader('set-cookie', 'theme=other; Path=/other; Secure');
    reply.setHeader('content-type', type).end(text);
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const application = await startBff({ INGRESS_STRIPS_PREFIX: 'true' });
  running.push(application);
  // HAProxy, and a cache behind it for both applications.
  const ingress = await startProxy('varnish', 'stripping', {
    upstreamPort: application.port,
    otherPort: (other.address() as AddressInfo).port,
    authority,
  });
  running.push(ingress);
  origin = `https://localhost:${ingress.port}`;
  browser = await chromium(`--ignore-certificate-errors-spki-list=${authority.spki}`);
});

afterAll(async () => {
  await browser?.close();
  for (const process of running.toReversed()) await process.stop();
  other?.close();
  other?.closeAllConnections();
  await authority?.remove();
});

/** What the other application stores in the browser. */
const store = async () => {
  localStorage.setItem('other:key', 'kept');
  sessionStorage.setItem('other:key', 'kept');
  await (await caches.open('other:v1')).put('/other/x', new Response('kept'));
  await navigator.serviceWorker.register('/other/sw.js', { scope: '/other/' });
  await navigator.serviceWorker.ready;
};

const readStored = async () => ({
  local: Object.keys(localStorage),
  session: Object.keys(sessionStorage),
  caches: await caches.keys(),
  workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  controlled: navigator.serviceWorker.controller !== null,
  cookie: document.cookie,
});

const openApplication = async (page: Page) => {
  await page.goto(`${origin}/web/`);
  await isShown(page);
};

test('34 and 35: two applications of one origin do not disturb each other in a browser', async () => {
  const page = await (await browser.newContext()).newPage();
  await openApplication(page);
  await page.evaluate(() => fetch('/web/api/test/cookie?path=/web'));
  await page.goto(`${origin}/other/`);
  await page.evaluate(store);
  const before = await page.evaluate(readStored);
  expect(before).toMatchObject({ cookie: 'theme=other', workers: ['/other/'], caches: ['other:v1'] });

  await openApplication(page);
  await page.reload();
  await isShown(page);
  const ours = await page.evaluate(readStored);
  // The other's data is still there, ours has our name, and the other's worker does not control this page.
  expect(ours).toMatchObject({
    cookie: 'theme=dark',
    workers: ['/other/'],
    caches: ['other:v1'],
    controlled: false,
  });
  for (const keys of [ours.local, ours.session]) {
    expect(keys).toContain('other:key');
    for (const key of keys) expect(key).toMatch(/^(?:other:|web\b)/);
  }
  requests = [];
  const text = await page.evaluate(async () => (await fetch('/other/plain')).text());
  expect(text).toBe('the other');
  // Our cookie is not sent to the other application.
  expect(requests).toEqual([{ path: '/other/plain', cookie: 'theme=other' }]);
  await page.goto(`${origin}/other/`);
  expect(await page.textContent('body')).toBe('from the worker of the other');
});

test('a cache in front stores our assets, but not the shell or calls, and serves nothing of ours to the other', async () => {
  const target = openTarget(`${origin}/web`, { stripped: true });
  const [asset] = await readAssets(target);
  const age = async (path: string) => Number((await target.request(path)).headers['age']?.[0] ?? 0);
  for (const path of [asset, '/web/', '/web/api/status']) await age(path);
  await sleep(1_200);
  expect(await age(asset)).toBeGreaterThan(0);
  for (const path of ['/web/', '/web/api/status', '/web/nope.js'])
    expect([path, await age(path)]).toEqual([path, 0]);
  expect((await target.request(asset.replace('/web/', '/other/'))).text).toBe('the other');
  expect((await target.request(asset)).text).not.toBe('the other');
});
