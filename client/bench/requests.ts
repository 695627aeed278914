import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';

export interface Sent {
  readonly path: string;
  /** Over the wire, header fields included. */
  bytes: number;
}

/** Not part of the first load: fetched when the page is shown already. */
const LATER = /\/favicon\.(svg|ico)$|\.webmanifest$|\/(?:deferred|session-views|message|button)-[^/]+$/;
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
