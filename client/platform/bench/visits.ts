import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

/** Network of a slow phone: 1.6 Mbit/s down, 750 kbit/s up, 150 ms latency. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWER = 4;
/** Matches paths requested after the first screen is shown. */
const LATER = /\/favicon\.(svg|ico)$|\.webmanifest$|\/deferred-[^/]+$/;

/**
 * Measures a first visit, by default on a slow phone: paint times, and the paths requested until the first screen is shown, with their bytes
 * including headers. No measuring script runs in the page before its first paint.
 */
export async function visitProduct(
  browser: Browser,
  url: string,
  { slow = true, viewport = { width: 390, height: 844 } } = {},
) {
  const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const requested = new Map<string, { path: string; bytes: number }>();
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      requested.set(requestId, { path: new URL(request.url).pathname, bytes: 0 });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = requested.get(requestId);
      if (request) request.bytes = encodedDataLength;
    });
    if (slow) {
      await session.send('Network.emulateNetworkConditions', SLOW);
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
    }
    await page.goto(url, { waitUntil: 'networkidle' });
    await sleep(500);
    const seen = await page.evaluate(async () => {
      const entries = (type: string) =>
        new Promise<PerformanceEntry[]>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
          setTimeout(() => resolve([]), 1_000);
        });
      const paints = performance.getEntriesByName('first-contentful-paint');
      const data = await entries('element');
      const shifts = (await entries('layout-shift')) as (PerformanceEntry & { value: number })[];
      return {
        /** Milliseconds from the navigation to the first contentful paint. */
        paint: paints[0]?.startTime ?? Number.NaN,
        /** Milliseconds from the navigation to the paint of the first data. */
        data: Math.min(...data.map(({ startTime }) => startTime)),
        shift: shifts.reduce((sum, { value }) => sum + value, 0),
      };
    });
    const all = [...requested.values()];
    const first = all.filter(({ path }) => !LATER.test(path));
    const bytes = first.reduce((sum, request) => sum + request.bytes, 0);
    return { ...seen, paths: first.map(({ path }) => path), bytes };
  } finally {
    await context.close();
  }
}

export type ProductVisit = Awaited<ReturnType<typeof visitProduct>>;
