import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#platform/contract/limits.ts';
import { AppError, platformError } from '#platform/contract/app-error.ts';
import { clientNetwork } from '#platform/http/client-address.ts';
import type { Audit } from './audit.ts';
import { knownBrowser, rememberBrowser } from './known-browser.ts';
import type { Seal } from './store/seal.ts';
import { StoreUnavailable } from './store/session-store.ts';

const MAX_LENGTH = 1_000;
const bare = (text: string) => text.replaceAll(/[\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '').trim();

/**
 * Normalizes spellings that an upstream may accept for one account: compatibility forms (NFKD), accents, case, and invisible characters. Throws
 * `bad-request` above `MAX_LENGTH`, because NFKD can multiply the length.
 */
function folded(name: string): string {
  const account = bare(name);
  if (account.length > MAX_LENGTH)
    throw platformError('bad-request', { detail: `The account has more than ${MAX_LENGTH} characters.` });
  return bare(account.normalize('NFKD')).toUpperCase().toLowerCase();
}

type Keyed = FastifyRequest & { readonly key: string };

/**
 * Counts a request against a limit: under `key`, or by default under the client's network. Throws `too-many-requests` over the limit. While the store
 * is unavailable, throws `unavailable`, unless the limit was created with `skipOnError`.
 */
export type Limit = (request: FastifyRequest, key?: string) => Promise<void>;

/**
 * Creates a limit of `max` requests per key within `ms`. Requires `@fastify/rate-limit` on `app`. While the store is unavailable, allows all
 * requests if `skipOnError`, otherwise none.
 */
export function createLimit(
  app: FastifyInstance,
  name: string,
  max: number,
  { ms = limits.SIGN_IN_ATTEMPTS_MS, skipOnError }: { ms?: number; skipOnError: boolean },
): Limit {
  const keyGenerator = (request: FastifyRequest) => hash('sha256', (request as Keyed).key);
  const count = app.createRateLimit({ max, timeWindow: ms, keyGenerator, skipOnError });
  return async (request, key = clientNetwork(request.ip)) => {
    const keyed = Object.create(request, { key: { value: `${name} ${key}` } }) as Keyed;
    const attempt = await count(keyed).catch(() => {
      throw new StoreUnavailable('the rate-limit store is unavailable');
    });
    if (attempt.isAllowed || !attempt.isExceeded) return;
    const detail = `Too many attempts. Please try again in ${Math.ceil(attempt.ttl / 60_000)} min.`;
    throw platformError('too-many-requests', { detail, retryAfterSeconds: attempt.ttlInSeconds });
  };
}

/**
 * Interval between attempts once the limit of an account is reached. All browsers that never signed in to the account share one attempt per interval.
 * Attackers can thus delay the owner of the account, but not lock them out.
 */
const SLOW_MS = 10_000;

const isTooMany = (error: unknown) => error instanceof AppError && error.code === 'too-many-requests';

/**
 * Limits sign-in attempts per network (against attackers who try many accounts), per account (against attackers with many networks), and per account
 * and network. Browsers that have signed in to the account before have a separate count, so that attackers cannot delay the owner.
 */
export function createAttempts(app: FastifyInstance, audit: Audit, seal: Seal) {
  const attempted = new WeakMap<FastifyRequest, string[]>();
  // Rejects attempts while the store is unavailable, because they could not be counted.
  const limit = (name: string, max: number, ms = limits.SIGN_IN_ATTEMPTS_MS) =>
    createLimit(app, name, max, { ms, skipOnError: false });
  const byAddress = limit('address', limits.SIGN_IN_ATTEMPTS_PER_IP);
  const byBoth = limit('both', limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP);
  const byAccount = limit('account', limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT);
  const bySlowAccount = limit('slow account', 1, SLOW_MS);
  const byKnown = limit('known', limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT);

  const byNew: Limit = (request, account) =>
    byAccount(request, account).catch((error: unknown) => {
      if (!isTooMany(error)) throw error;
      return bySlowAccount(request, account);
    });

  return {
    limitAttempts: async (request: FastifyRequest, name: string): Promise<void> => {
      try {
        await byAddress(request);
        const account = folded(name);
        attempted.set(request, [...(attempted.get(request) ?? []), account]);
        const browser = knownBrowser(request, seal, account);
        await byBoth(request, `${browser ?? clientNetwork(request.ip)} ${account}`);
        await (browser === undefined ? byNew : byKnown)(request, account);
      } catch (error) {
        if (isTooMany(error)) audit(request.log, 'refusal', {}, 'too many attempts to sign in');
        throw error;
      }
    },
    succeed: (request: FastifyRequest, reply: FastifyReply): void => {
      const accounts = attempted.get(request);
      if (accounts) rememberBrowser(reply, seal, accounts);
    },
  };
}
