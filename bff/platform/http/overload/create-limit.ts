import { hash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { platformError } from '#platform/contract/app-error.ts';
import { limits } from '#platform/contract/limits.ts';
import { cookieName } from '#platform/contract/session/session-state.ts';
import { clientNetwork, clientSite } from '#platform/http/client-address.ts';

/** Client of the session store for `@fastify/rate-limit`, whose failed commands `ask` counts. */
export interface SharedCounts {
  readonly client: object;
  readonly ask: <T>(reply: Promise<T>, key: string) => Promise<T>;
}

/**
 * Counts a request against a limit: under `key`, or by default under the client's network. Throws `too-many-requests` over the limit. While the store
 * is unavailable, throws `unavailable`, unless the limit was created with `skipOnError`.
 */
export type Limit = (request: FastifyRequest, key?: string) => Promise<void>;

interface Options {
  /** Requests per key within `ms`. */
  readonly max: number;
  /** Defaults to `SIGN_IN_ATTEMPTS_MS`. */
  readonly ms?: number;
  /** While the store is unavailable, allows all requests if true, otherwise none. */
  readonly skipOnError: boolean;
  /** Keys in memory without a session store, of about 280 bytes each. Beyond them, the least recently used key is forgotten. */
  readonly keys?: number;
}

export type CreateLimit = (name: string, options: Options) => Promise<Limit>;

type Keyed = FastifyRequest & { readonly key: string };

/** Returns a function that creates limits. Each has its own keys in memory, so that requests against one limit cannot make another forget its keys. */
export const limitsIn =
  (app: FastifyInstance, redis: SharedCounts | undefined): CreateLimit =>
  async (name, { max, ms = limits.SIGN_IN_ATTEMPTS_MS, skipOnError, keys = 10_000 }) => {
    let count: ReturnType<FastifyInstance['createRateLimit']>;
    await app.register(async (own) => {
      await own.register(rateLimit, {
        global: false,
        nameSpace: `${cookieName('limits')}:`,
        keyGenerator: (request) => hash('sha256', (request as Keyed).key),
        max,
        timeWindow: ms,
        skipOnError,
        cache: keys,
        ...(redis && { redis: redis.client }),
      });
      // With options, `createRateLimit` would create another store, of 5,000 keys.
      count = own.createRateLimit();
    });
    return async (request, key = clientNetwork(request.ip)) => {
      const keyed = Object.create(request, { key: { value: `${name} ${key}` } }) as Keyed;
      const attempt = await (redis ? redis.ask(count(keyed), cookieName('limits')) : count(keyed));
      if (attempt.isAllowed || !attempt.isExceeded) return;
      const wait =
        attempt.ttl < 60_000 ? `${attempt.ttlInSeconds} s` : `${Math.ceil(attempt.ttl / 60_000)} min`;
      const detail = `Too many attempts. Please try again in ${wait}.`;
      throw platformError('too-many-requests', { detail, retryAfterSeconds: attempt.ttlInSeconds });
    };
  };

/** Creates a limit per network, and of twice as many requests per site. An IPv4 address is its own site. */
export async function networkLimit(create: CreateLimit, name: string, options: Options): Promise<Limit> {
  const byNetwork = await create(name, options);
  const bySite = await create(`${name} of site`, { ...options, max: 2 * options.max });
  return async (request) => {
    const [network, site] = [clientNetwork(request.ip), clientSite(request.ip)];
    await byNetwork(request, network);
    if (site !== network) await bySite(request, site);
  };
}
