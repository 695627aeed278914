import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { clientNetwork } from '#platform/http/client-address.ts';
import type { Audit } from './audit.ts';
import { knownBrowser, rememberBrowser } from './known-browser.ts';
import type { Seal } from './store/seal.ts';

/** Normalizes spellings that an upstream may accept for one account: compatibility forms (NFKD), accents, case and invisible characters. */
const folded = (account: string): string =>
  account
    .slice(0, 1_000)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toUpperCase()
    .toLowerCase();

type Keyed = FastifyRequest & { readonly key: string };

/** Counts a request against a limit, per client network unless `key` is given. Throws `too-many-requests`. */
export type Limit = (request: FastifyRequest, key?: string) => Promise<void>;

/** Allows `max` requests per key within `ms`. Needs `@fastify/rate-limit` on `app`. */
export function createLimit(
  app: FastifyInstance,
  name: string,
  max: number,
  ms = limits.SIGN_IN_ATTEMPTS_MS,
): Limit {
  const keyGenerator = (request: FastifyRequest) => hash('sha256', (request as Keyed).key);
  const count = app.createRateLimit({ max, timeWindow: ms, keyGenerator });
  return async (request, key = clientNetwork(request.ip)) => {
    const keyed = Object.create(request, { key: { value: `${name} ${key}` } }) as Keyed;
    const attempt = await count(keyed);
    if (attempt.isAllowed || !attempt.isExceeded) return;
    const detail = `Too many attempts. Please try again in ${Math.ceil(attempt.ttl / 60_000)} min.`;
    throw platformError('too-many-requests', { detail, retryAfterSeconds: attempt.ttlInSeconds });
  };
}

/**
 * Limits sign-in attempts per account and address, per account (attackers with many addresses) and per address (attackers who try many
 * accounts). Browsers that have signed in to the account before are counted separately, so that attackers cannot lock the owner out.
 */
export function createAttempts(app: FastifyInstance, audit: Audit, seal: Seal) {
  const attempted = new WeakMap<FastifyRequest, string[]>();
  const byAddress = createLimit(app, 'address', limits.SIGN_IN_ATTEMPTS_PER_IP);
  const byBoth = createLimit(app, 'both', limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP);
  const byAccount = createLimit(app, 'account', limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT);
  const byKnown = createLimit(app, 'known', limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT);
  return {
    limitAttempts: async (request: FastifyRequest, name: string): Promise<void> => {
      const account = folded(name);
      attempted.set(request, [...(attempted.get(request) ?? []), account]);
      try {
        await byAddress(request);
        const browser = knownBrowser(request, seal, account);
        await byBoth(request, `${browser ?? clientNetwork(request.ip)} ${account}`);
        await (browser === undefined ? byAccount : byKnown)(request, account);
      } catch (error) {
        audit(request.log, 'refusal', {}, 'too many attempts to sign in');
        throw error;
      }
    },
    succeed: (request: FastifyRequest, reply: FastifyReply): void => {
      const accounts = attempted.get(request);
      if (accounts) rememberBrowser(reply, seal, accounts);
    },
  };
}
