import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Cluster, type RedisOptions, Valkey } from 'iovalkey';
import { StoreUnavailable } from './session-store.ts';
import type { StoreAddress } from './store-address.ts';

/** For a connection and for each command. */
const TIMEOUT_MS = 500;
/** Between two attempts to connect, at most; and between two looks at a cluster. */
const PAUSE_MS = 1_000;

const retryStrategy = (attempt: number) => Math.min(attempt * 100, PAUSE_MS);

/** `enableOfflineQueue`: whether commands wait for a connection, at most as long as for the reply. */
function createClient(address: StoreAddress, enableOfflineQueue: boolean): Valkey | Cluster {
  const { kind, nodes, name, database, user, password, isTls } = address;
  const options: RedisOptions = {
    lazyConnect: true,
    enableOfflineQueue,
    ...(user !== undefined && { username: user, sentinelUsername: user }),
    ...(password !== undefined && { password, sentinelPassword: password }),
    ...(isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    // Nothing is sent twice: what a server has done before its connection broke is not known.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    // A connection that stays silent is closed: its peer may be gone without a word.
    socketTimeout: TIMEOUT_MS,
    retryStrategy,
    // A server that is no primary any more: the next connection finds the new one.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
  };
  if (kind === 'server') return new Valkey({ ...options, ...nodes[0], db: database });
  if (kind === 'sentinel') {
    const primary = new Valkey({
      ...options,
      sentinels: [...nodes],
      name,
      sentinelCommandTimeout: TIMEOUT_MS,
      sentinelRetryStrategy: retryStrategy,
      // Leaves a primary that was cut off as soon as a sentinel tells of another.
      failoverDetector: true,
    });
    // Being told of another while it connects, the client gives up (iovalkey 0.4).
    return primary.on('end', () => void primary.connect().catch(() => {}));
  }
  const cluster = new Cluster([...nodes], {
    lazyConnect: true,
    enableOfflineQueue,
    clusterRetryStrategy: retryStrategy,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Names stay names, as certificates have them.
    dnsLookup: (host, done) => done(null, host),
    redisOptions: options,
  });
  // Another node may have the slots of a node that is gone.
  cluster.on('-node', () => cluster.refreshSlotsCache());
  return cluster;
}

/** Connects to a store, for ever; it may be away now. Whatever is asked while it is away or silent fails at once, or within 500 ms. */
export async function connectToValkey(address: StoreAddress, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const client = createClient(address, false);
  // Opened by the first ending, which may block it until a replica has answered.
  const endings = createClient(address, true);
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
  endings.on('error', () => {});
  const looks = client instanceof Cluster && setInterval(() => void look(client), PAUSE_MS).unref();
  // After the first attempt, which sentinels that are away prolong, the next ones follow.
  const first = client.connect().then(
    () => change(true),
    () => {},
  );
  await Promise.race([first, sleep(2 * TIMEOUT_MS, undefined, { ref: false })]);

  /** A cluster is up if every primary says so: each knows whether all slots are served. */
  async function look(cluster: Cluster): Promise<void> {
    try {
      const replies = await Promise.all(cluster.nodes('master').map((node) => node.cluster('INFO')));
      const isOk = (reply: unknown) => String(reply).includes('cluster_state:ok');
      change(cluster.status === 'ready' && replies.every(isOk), 'the cluster does not serve all slots');
    } catch (error) {
      change(false, reasonOf(error));
    }
  }

  return {
    client,
    endings,
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
    close: () => {
      if (looks) clearInterval(looks);
      for (const connection of [client, endings]) connection.removeAllListeners('end').disconnect();
    },
  };
}

const reasonOf = (error: unknown): string => {
  const { code, message, lastNodeError } = error as NodeJS.ErrnoException & { lastNodeError?: Error };
  return lastNodeError ? reasonOf(lastNodeError) : (code ?? message);
};
