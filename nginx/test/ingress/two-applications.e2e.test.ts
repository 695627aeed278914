import { beforeAll, expect, test } from 'vitest';
import { chromium } from '@web/client/test/browser/chromium';
import { isShown } from '@web/client/test/browser/visit';
import { startBff } from '@web/bff/test/start-bff';
import { startServer } from '../start-server.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { startProxy } from './start-proxy.ts';
import { makeAuthority, type Authority } from './certificate-authority.ts';

const WORKER = `addEventListener('fetch', (event) => event.respondWith(new Response('from the worker of the other')));`;

const started = stopAfterAll();
let lastCookie: string | undefined;
let authority: Authority;
let origin: string;

beforeAll(async () => {
  authority = await makeAuthority();
  started({ stop: authority.remove });
  // Another application beneath `/other`, with its own cookie, storage, cache and service worker.
  const other = await startServer(({ url, headers }, response) => {
    lastCookie = headers.cookie;
    response.setHeader('set-cookie', 'theme=other; Path=/other; Secure');
    if (url === '/other/sw.js') response.setHeader('content-type', 'text/javascript').end(WORKER);
    else response.setHeader('content-type', 'text/html').end('the other');
  });
  const application = started(await startBff({ INGRESS_STRIPS_PREFIX: 'true' }));
  const options = { upstreamPort: application.port, otherPort: started(other).port, authority };
  const ingress = started(await startProxy('haproxy', 'stripping', options));
  origin = `https://localhost:${ingress.port}`;
});

/** What the other application stores in the browser. */
const store = async () => {
  localStorage.setItem('other:key', 'stored');
  sessionStorage.setItem('other:key', 'stored');
  await (await caches.open('other:v1')).put('/other/x', new Response('stored'));
  await navigator.serviceWorker.register('/other/sw.js', { scope: '/other/' });
  await navigator.serviceWorker.ready;
};

const readStored = async () => ({
  cookie: document.cookie,
  keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
  caches: await caches.keys(),
  workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  isControlled: navigator.serviceWorker.controller !== null,
});

test('two applications of one origin do not disturb each other in a browser', async () => {
  const browser = await chromium(`--ignore-certificate-errors-spki-list=${authority.spki}`);
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${origin}/other/`);
    await page.evaluate(store);
    await page.goto(`${origin}/web/`);
    await isShown(page);
    await page.evaluate(() => fetch('/web/api/test/cookie?path=/web'));
    await page.reload();
    await isShown(page);
    // The other's data is still there, ours has our name, and the other's worker does not control this page.
    const stored = await page.evaluate(readStored);
    const [workers, names] = [['/other/'], ['other:v1']];
    expect(stored).toMatchObject({ cookie: 'theme=dark', workers, caches: names, isControlled: false });
    expect(stored.keys.filter((key) => key === 'other:key')).toHaveLength(2);
    expect(stored.keys.filter((key) => !/^(?:other:|web\b)/.test(key))).toEqual([]);
    // Our cookie is not sent to the other application.
    expect(await page.evaluate(async () => (await fetch('/other/plain')).text())).toBe('the other');
    expect(lastCookie).toBe('theme=other');
    await page.goto(`${origin}/other/`);
    expect(await page.textContent('body')).toBe('from the worker of the other');
  } finally {
    await browser.close();
  }
});
