import { onTestFinished } from 'vitest';
import { parseStoreAddress, type StoreAddress } from '#platform/session/store/store-address.ts';
import { openValkeyStore } from '#platform/session/store/valkey-store.ts';

/** Opens a store and collects its log lines. By default, closes the store after the test. */
export async function openStoreAt(
  address: string,
  secrets: string[],
  until: (close: () => Promise<void>) => void = onTestFinished,
) {
  const lines: string[] = [];
  const add = (...args: unknown[]) => void lines.push(JSON.stringify(args));
  const log = { info: add, warn: add, error: add };
  const store = await openValkeyStore(parseStoreAddress(address) as StoreAddress, secrets, log, () => {});
  until(async () => store.close());
  return { store, lines };
}
