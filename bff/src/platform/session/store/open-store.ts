import { createMemoryStore } from './memory-store.ts';
import type { SessionStore } from './session-store.ts';
import type { ValkeyOptions } from './valkey-store.ts';

/**
 * Opens the session store: without `url`, in this process. Resolves also while the server is away: then the state is `degraded` until the
 * server is found.
 */
export async function openStore({
  url,
  ...options
}: Omit<ValkeyOptions, 'url'> & { readonly url: URL | undefined }): Promise<SessionStore> {
  if (!url) return createMemoryStore();
  const { openValkeyStore } = await import('./valkey-store.ts');
  return openValkeyStore({ url, ...options });
}
