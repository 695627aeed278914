import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { probe, type Seen } from './probe.ts';
import { bodies, recordRequests, type Body, type Sent } from './requests.ts';

export interface Visit {
  readonly seen: Seen;
  readonly sent: readonly Sent[];
  readonly bodies: readonly Body[];
}

/** A slow phone: 1.6 Mbit/s down, 750 kbit/s up, 150 ms a request, a quarter of the CPU. */
export const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
export const CPU_SLOWER = 4;
/** Milliseconds in which a first load would have started its other requests. */
const SETTLED_MS = 600;

interface Options {
  /** The part of the API's response that the page shows. */
  readonly version: string;
  readonly throttled: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A first visit with an empty cache and, of the same profile, the next one. */
export async function visitTwice(
  browser: Browser,
  address: string,
  options: Options,
): Promise<[Visit, Visit]> {
  const context = await browser.newContext(contextOf(options));
  try {
    return [await visit(context, address, options), await visit(context, address, options)];
  } finally {
    await context.close();
  }
}

export async function visitOnce(browser: Browser, address: string, options: Options): Promise<Visit> {
  const context = await browser.newContext(contextOf(options));
  try {
    return await visit(context, address, options);
  } finally {
    await context.close();
  }
}

const contextOf = ({ viewport }: Options) => (viewport ? { viewport } : {});

async function visit(
  context: BrowserContext,
  address: string,
  { version, throttled }: Options,
): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const sent = await recordRequests(session);
  await page.addInitScript(probe, version);
  if (throttled) {
    await session.send('Network.emulateNetworkConditions', SLOW);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
  }
  await page.goto(address, { waitUntil: 'commit' });
  await page.evaluate(() => seenAll);
  await sleep(SETTLED_MS);
  const seen = await page.evaluate(() => globalThis.seen);
  const outcome = { seen, sent: sent(), bodies: await bodies(page) };
  await page.close();
  return outcome;
}

/** The version that the API returns. */
export async function versionAt(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/web/api/status`);
  return ((await answer.json()) as { version: string }).version;
}
