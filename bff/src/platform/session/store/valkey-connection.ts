import type { FastifyBaseLogger } from 'fastify';
import { Valkey } from 'iovalkey';
import { StoreUnavailable } from './session-store.ts';

/** For a connection and for each command. */
const TIMEOUT_MS = 500;
/** Between two attempts to connect, at most. */
const PAUSE_MS = 1_000;

/** Connects to a server, for ever; it may be away now. Whatever is asked while it is away or silent fails at once, or within 500 ms. */
export async function connectToValkey(url: URL, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const client = new Valkey(url.href, {
    lazyConnect: true,
    // Otherwise commands wait for a server that is away, and are sent when no request waits for them any more.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    // A connection that stays silent is closed: its peer may be gone without a word.
    socketTimeout: TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, PAUSE_MS),
  });
  let isUp: boolean | undefined;
  const change = (next: boolean, reason?: string) => {
    if (isUp === next) return;
    if (!next) log.error({ reason }, 'session store unavailable');
    else if (isUp === false) log.info('session store available');
    isUp = next;
  };
  client.on('error', (error) => change(false, reasonOf(error)));
  client.on('reconnecting', () => change(false, 'connection closed'));
  client.on('ready', () => change(true));
  // Rejects after the first attempt; the next ones follow.
  await client.connect().catch(() => {});

  return {
    client,
    state: () => (isUp ? ('up' as const) : ('degraded' as const)),
    /** The reply to a command. Rejects with `StoreUnavailable`. */
    ask: async <T>(reply: Promise<T>): Promise<T> => {
      try {
        return await reply;
      } catch (error) {
        // Not as its cause: it has the command's arguments.
        throw new StoreUnavailable(isUp ? reasonOf(error) : 'the session store is away');
      }
    },
  };
}

const reasonOf = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};
