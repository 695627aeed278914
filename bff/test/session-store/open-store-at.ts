import { onTestFinished } from 'vitest';
import { openStore } from '#platform/session/store/open-store.ts';
import { parseStoreAddress, type StoreAddress } from '#platform/session/store/store-address.ts';

export const addressOf = (text: string) => parseStoreAddress(text) as StoreAddress;

export function recordingLog() {
  const lines: string[] = [];
  const add = (...args: unknown[]) => void lines.push(JSON.stringify(args));
  return { lines, info: add, warn: add, error: add };
}

/** Opens the store at an address until the test ends, with the lines of its log. */
export async function openStoreAt(address: string, secrets: string[]) {
  const log = recordingLog();
  const store = await openStore({ address: addressOf(address), secrets, log });
  onTestFinished(async () => store.close());
  return { store, lines: log.lines };
}
