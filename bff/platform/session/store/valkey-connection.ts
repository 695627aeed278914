import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Cluster, type RedisOptions, Valkey } from 'iovalkey';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { StoreUnavailable } from './session-store.ts';
import type { StoreAddress } from './store-address.ts';

const TIMEOUT_MS = 500;
/** Time after a failure until a test write. While it fails, the store counts as unavailable: a full Valkey, for example, still answers reads. */
const RECOVERY_MS = 2_000;

const retryStrategy = (attempt: number) => Math.min(attempt * 100, 1_000);

/** Returns the key of the test write, on the cluster node that has `key` (hash tags of the cluster specification). */
const testKey = (key: string) => `${BASE_PATH.slice(1)}:test:{${/\{(.+)\}/.exec(key)?.[1] ?? key}}`;

function createClient(address: StoreAddress): Valkey | Cluster {
  const { kind, nodes, path, user, password, isTls } = address;
  const options: RedisOptions = {
    lazyConnect: true,
    enableOfflineQueue: false,
    ...(user !== undefined && { username: user, sentinelUsername: user }),
    ...(password !== undefined && { password, sentinelPassword: password }),
    ...(isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    // Never resends a command, because the server may have executed it before the connection broke.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    sentinelCommandTimeout: TIMEOUT_MS,
    // Closes a connection on which commands get no reply, because its peer may be gone.
    socketTimeout: TIMEOUT_MS,
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
    // Reconnects when the server is no longer the primary: the next connection finds the new primary.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
    // Disconnects from an isolated primary when a sentinel reports another primary.
    failoverDetector: true,
  };
  if (kind !== 'cluster') {
    const place = kind === 'server' ? { ...nodes[0], db: Number(path) } : { sentinels: nodes, name: path };
    const server = new Valkey({ ...options, ...place });
    // Reconnects, because iovalkey stops reconnecting if a sentinel reports another primary during a connection attempt.
    return server.on('end', () => void server.connect().catch(() => {}));
  }
  const cluster = new Cluster(nodes, {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: retryStrategy,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Skips DNS lookup, so that certificates are checked against host names.
    dnsLookup: (host, done) => done(null, host),
    redisOptions: options,
  });
  // Reloads the slots when a node is removed, because another node may have taken over its slots.
  return cluster.on('-node', () => cluster.refreshSlotsCache());
}

/**
 * Connects to a store, and reconnects forever. Without a connection, commands fail at once. If the store does not respond, they fail after 500 ms.
 */
export async function connectToValkey(address: StoreAddress, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const client = createClient(address);
  let isUp: boolean | undefined;
  let failedKey = '';
  const fail = (reason: string) => {
    if (isUp !== false) log.error({ reason }, 'session store unavailable');
    isUp = false;
    recovery.refresh();
  };
  const recover = async () => {
    if (client.status !== 'ready') return;
    try {
      // Writes nothing, because the key does not exist, but is rejected like a write.
      await client.set(testKey(failedKey), '', 'XX');
    } catch (error) {
      return fail(reasonOf(error));
    }
    if (isUp === false) log.info('session store available');
    isUp = true;
  };
  const recovery = setTimeout(() => void recover(), RECOVERY_MS).unref();
  client.on('error', (error) => fail(reasonOf(error)));
  client.on('reconnecting', () => fail('connection closed'));
  client.on('ready', () => void recover());
  // Limits the wait for the first connection attempt, which unreachable sentinels can prolong.
  const first = client.connect().then(recover, () => {});
  await Promise.race([first, sleep(2 * TIMEOUT_MS, undefined, { ref: false })]);

  return {
    client,
    state: () => (isUp ? ('up' as const) : ('degraded' as const)),
    /** Awaits the reply to a command on `key`. Rejects with `StoreUnavailable` if the command fails. */
    ask: async <T>(reply: Promise<T>, key: string): Promise<T> => {
      try {
        return await reply;
      } catch (error) {
        failedKey = key;
        fail(reasonOf(error));
        // No `cause`, which would contain the command's arguments.
        throw new StoreUnavailable(reasonOf(error));
      }
    },
    close: () => {
      isUp = false;
      clearTimeout(recovery);
      client.removeAllListeners('end').disconnect();
    },
  };
}

const reasonOf = (error: unknown): string => {
  const { code, message, lastNodeError } = error as NodeJS.ErrnoException & { lastNodeError?: Error };
  return lastNodeError ? reasonOf(lastNodeError) : (code ?? message);
};
