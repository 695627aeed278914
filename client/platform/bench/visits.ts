import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

/** Slow phone: 1.6 Mbit/s down, 750 kbit/s up, 150 ms latency, a quarter of the CPU. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWER = 4;
/** Paths fetched after the first load. */
const LATER = /\/favicon\.(svg|ico)$|\.webmanifest$|\/(?:deferred|session-views|message|button)-[^/]+$/;

/**
 * Measures a first visit, by default on a slow phone: paint times, paths of the requests in order, and transferred bytes including headers. No
 * script runs in the page before it is painted.
 */
export async function visitProduct(
  browser: Browser,
  url: string,
  { slow = true, viewport = { width: 390, height: 844 } } = {},
) {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const paths = new Map<string, string>();
    let bytes = 0;
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      const path = new URL(request.url).pathname;
      if (!LATER.test(path)) paths.set(requestId, path);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (paths.has(requestId)) bytes += encodedDataLength;
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
        /** Milliseconds from the navigation to the first contentful paint and the first data. */
        paint: paints[0]?.startTime ?? Number.NaN,
        data: Math.min(...data.map(({ startTime }) => startTime)),
        /** Sum of all layout shifts. */
        shift: shifts.reduce((sum, { value }) => sum + value, 0),
      };
    });
    return { ...seen, requests: [...paths.values()], bytes };
  } finally {
    await context.close();
  }
}

export type ProductVisit = Awaited<ReturnType<typeof visitProduct>>;
