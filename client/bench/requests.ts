import type { Browser, CDPSession, Page } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Sent {
  readonly path: string;
  /** Over the wire, header fields included. */
  bytes: number;
}

/** Not part of the first load: fetched when the page is shown already. */
const LATER = /\/favicon\.svg$|\.webmanifest$|\/deferred-[^/]+$/;
/** Milliseconds in which a document requests what it names. */
const ASKED_MS = 1500;

/** Records the requests of a page from now on. */
export async function recordRequests(session: CDPSession): Promise<() => Sent[]> {
  const sent = new Map<string, Sent>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const path = new URL(request.url).pathname;
    if (!LATER.test(path)) sent.set(requestId, { path, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = sent.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  return () => [...sent.values()];
}

/** What a page requests while only its document has a response: all this waits for no other response. */
export async function requestedByDocument(browser: Browser, address: string): Promise<Set<string>> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const requested = new Set<string>();
    await page.route('**', async (route) => {
      const request = route.request();
      requested.add(new URL(request.url()).pathname);
      if (request.isNavigationRequest()) await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    await sleep(ASKED_MS);
    return requested;
  } finally {
    await context.close();
  }
}

export interface Body {
  readonly path: string;
  /** As encoded, without header fields; 0 when it came from the cache. */
  readonly bytes: number;
  /** Milliseconds since the navigation began. */
  readonly from: number;
  readonly to: number;
}

/** What the page has loaded, by its own Resource Timing. */
export async function bodies(page: Page): Promise<Body[]> {
  const loaded = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => {
        const { name, encodedBodySize, transferSize, startTime, responseEnd } =
          entry as PerformanceResourceTiming;
        const path = new URL(name).pathname;
        return { path, bytes: transferSize === 0 ? 0 : encodedBodySize, from: startTime, to: responseEnd };
      },
    ),
  );
  return loaded.filter(({ path }) => !LATER.test(path));
}
