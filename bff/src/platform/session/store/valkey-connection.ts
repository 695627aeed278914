import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Cluster, type RedisOptions, Valkey } from 'iovalkey';
import { StoreUnavailable } from './session-store.ts';
import type { StoreAddress } from './store-address.ts';

/** For a connection and for each command. */
const TIMEOUT_MS = 500;
/** Without a failure, before the store counts as available again. */
const RECOVERY_MS = 2_000;

const retryStrategy = (attempt: number) => Math.min(attempt * 100, 1_000);

function createClient(address: StoreAddress): Valkey | Cluster {
  const { kind, nodes, path, user, password, isTls } = address;
  const options: RedisOptions = {
    lazyConnect: true,
    // Commands fail at once while there is no connection.
    enableOfflineQueue: false,
    ...(user !== undefined && { username: user, sentinelUsername: user }),
    ...(password !== undefined && { password, sentinelPassword: password }),
    ...(isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    // Nothing is sent twice: what a server has done before its connection broke is not known.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    sentinelCommandTimeout: TIMEOUT_MS,
    // A connection that stays silent is closed: its peer may be gone without a word.
    socketTimeout: TIMEOUT_MS,
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
    // A server that is no primary any more: the next connection finds the new one.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
    // Leaves a primary that was cut off as soon as a sentinel tells of another.
    failoverDetector: true,
  };
  if (kind !== 'cluster') {
    const place = kind === 'server' ? { ...nodes[0], db: Number(path) } : { sentinels: nodes, name: path };
    const server = new Valkey({ ...options, ...place });
    // Told by a sentinel of another primary while it connects, iovalkey gives up.
    return server.on('end', () => void server.connect().catch(() => {}));
  }
  const cluster = new Cluster(nodes, {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: retryStrategy,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Names stay names, as certificates have them.
    dnsLookup: (host, done) => done(null, host),
    redisOptions: options,
  });
  // Another node may have the slots of a node that is gone.
  return cluster.on('-node', () => cluster.refreshSlotsCache());
}

/** Connects to a store, for ever; it may be away now. Whatever is asked while it is away or silent fails at once, or within 500 ms. */
export async function connectToValkey(address: StoreAddress, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const client = createClient(address);
  let isUp: boolean | undefined;
  const fail = (reason: string) => {
    if (isUp !== false) log.error({ reason }, 'session store unavailable');
    isUp = false;
    recovery.refresh();
  };
  const recover = () => {
    if (client.status !== 'ready') return;
    if (isUp === false) log.info('session store available');
    isUp = true;
  };
  const recovery = setTimeout(recover, RECOVERY_MS).unref();
  client.on('error', (error) => fail(reasonOf(error)));
  client.on('reconnecting', () => fail('connection closed'));
  client.on('ready', recover);
  // After the first attempt, which sentinels that are away prolong, the next ones follow.
  const first = client.connect().then(recover, () => {});
  await Promise.race([first, sleep(2 * TIMEOUT_MS, undefined, { ref: false })]);

  return {
    client,
    state: () => (isUp ? ('up' as const) : ('degraded' as const)),
    /** The reply to a command. Rejects with `StoreUnavailable`. */
    ask: async <T>(reply: Promise<T>): Promise<T> => {
      try {
        return await reply;
      } catch (error) {
        fail(reasonOf(error));
        // Not as its cause: it has the command's arguments.
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

/** Why a cluster is not found is what its last node has said. */
const reasonOf = (error: unknown): string => {
  const { code, message, lastNodeError } = error as NodeJS.ErrnoException & { lastNodeError?: Error };
  return lastNodeError ? reasonOf(lastNodeError) : (code ?? message);
};
