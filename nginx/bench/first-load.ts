import { startEmbedded } from '../e2e/bff-with-test-calls.ts';
import { chromium } from '../e2e/browser.ts';
import { production } from './production.ts';

interface Transfer {
  readonly path: string;
  bytes: number;
  readonly initiator: string;
}

export async function benchFirstLoad(): Promise<void> {
  const { port, stop } = await startEmbedded({}, production);
  const transfers = await firstLoad(`http://127.0.0.1:${port}/web/`);
  await stop();
  console.log('First load of the home screen (bytes over the wire, header fields included)');
  for (const { path, bytes, initiator } of transfers)
    console.log(`  ${String(bytes).padStart(7)}  ${path}  (${initiator})`);
  const bytes = transfers.reduce((sum, transfer) => sum + transfer.bytes, 0);
  console.log(`  ${(bytes / 1000).toFixed(1)} kB in ${transfers.length} requests`);
}

/** What a first visit transfers: bytes over the wire, header fields included, and who asked for each. */
async function firstLoad(address: string): Promise<Transfer[]> {
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
