import { createMemoryStore } from './memory-store.ts';
import type { SessionStore } from './session-store.ts';
import type { ValkeyOptions } from './valkey-store.ts';

/**
 * Opens the session store: without `address`, in this process. Resolves also while the store is away: then the state is `degraded` until it is
 * found.
 */
export async function openStore({
  address,
  ...options
}: Omit<ValkeyOptions, 'address'> & {
  readonly address: ValkeyOptions['address'] | undefined;
}): Promise<SessionStore> {
  if (!address) return createMemoryStore();
  const { openValkeyStore } = await import('./valkey-store.ts');
  return openValkeyStore({ address, ...options });
}
