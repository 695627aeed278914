import type { Browser, BrowserContext } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordRequests } from '../requests.ts';

/** A slow phone: 1.6 Mbit/s down, 750 kbit/s up, 150 ms a request, a quarter of the CPU. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWER = 4;

export type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

interface Options {
  readonly slow?: boolean;
  /** What the browser has from an earlier visit. */
  readonly cookies?: readonly Cookie[] | undefined;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface ProductVisit {
  /** Milliseconds from the navigation to the first contentful paint, and to the paint of the first data. */
  readonly paint: number;
  readonly data: number;
  /** Sum of all layout shifts; no unit. */
  readonly shift: number;
  /** Paths in the order of their requests. */
  readonly requests: readonly string[];
  readonly bytes: number;
}

/** A first visit, by default on a slow phone. Nothing runs in the page before it is painted: the browser itself notes what was painted when. */
export async function visitProduct(
  browser: Browser,
  url: string,
  { slow = true, cookies = [], viewport = { width: 390, height: 844 } }: Options = {},
): Promise<ProductVisit> {
  const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const sent = await recordRequests(session);
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
        paint: paints[0]?.startTime ?? Number.NaN,
        data: Math.min(...data.map(({ startTime }) => startTime)),
        shift: shifts.reduce((sum, { value }) => sum + value, 0),
      };
    });
    const requests = sent();
    return {
      ...seen,
      requests: requests.map(({ path }) => path),
      bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  } finally {
    await context.close();
  }
}
