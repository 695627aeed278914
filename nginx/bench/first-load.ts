import { chromium } from '../e2e/browser.ts';

interface Transfer {
  readonly path: string;
  bytes: number;
  readonly initiator: string;
}

/** What a first visit transfers: bytes over the wire, header fields included, and who asked for each. */
export async function firstLoad(address: string): Promise<Transfer[]> {
  const browser = await chromium();
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  const transfers = new Map<string, Transfer>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, initiator }) => {
    transfers.set(requestId, { path: new URL(request.url).pathname, bytes: 0, initiator: initiator.type });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
  });
  await page.goto(address);
  await page.locator('[data-testid="bff-status"][data-state="up"]').waitFor();
  await browser.close();
  return [...transfers.values()];
}
