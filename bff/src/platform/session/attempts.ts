import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { clientNetwork } from '#platform/http/client-network.ts';
import type { Audit } from './audit.ts';

/** The error for who calls too often; `ms` until they may again. */
export function tooMany(ms: number) {
  const detail = `Too many attempts. Please try again in ${Math.ceil(ms / 60_000)} min.`;
  return platformError('too-many-requests', { detail, retryAfterSeconds: Math.ceil(ms / 1_000) });
}

/** The accounts that a backend service may take for one: compatible characters (NFKC), case, and invisible characters. Of the first 1,000. */
const folded = (account: string): string =>
  account
    .slice(0, 1_000)
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toUpperCase()
    .toLowerCase();

type Keyed = FastifyRequest & { readonly key: string };

export const networkOf = ({ ip }: FastifyRequest) => clientNetwork(ip);

/** Makes a function that counts what has a key, and throws `too-many-requests` beyond `max` in `limits.ATTEMPTS_MS`. */
export function createLimit(app: FastifyInstance, max: number) {
  const keyGenerator = (request: FastifyRequest) => hash('sha256', (request as Keyed).key);
  const count = app.createRateLimit({ max, timeWindow: limits.ATTEMPTS_MS, keyGenerator });
  return async (request: FastifyRequest, key: string): Promise<void> => {
    const attempt = await count(Object.create(request, { key: { value: key } }) as Keyed);
    if (!attempt.isAllowed && attempt.isExceeded) throw tooMany(attempt.ttl);
  };
}

/** Counts an attempt to sign in with an account. Throws `too-many-requests`, whose text says when the next one is possible. */
export type LimitAttempts = (request: FastifyRequest, account: string) => Promise<void>;

/**
 * Limits attempts by account and address together, so that others do not lock the owner out; by account alone, for who has many addresses;
 * and by address alone, for who tries many accounts. `app` has registered `@fastify/rate-limit`.
 */
export function createAttempts(app: FastifyInstance, audit: Audit): LimitAttempts {
  const byAddress = createLimit(app, limits.ATTEMPTS_AN_ADDRESS);
  const byBoth = createLimit(app, limits.ATTEMPTS_AN_ACCOUNT_AND_ADDRESS);
  const byAccount = createLimit(app, limits.ATTEMPTS_AN_ACCOUNT);
  return async (request, name) => {
    const account = folded(name);
    const network = networkOf(request);
    try {
      await byAddress(request, `address ${network}`);
      await byBoth(request, `both ${network} ${account}`);
      await byAccount(request, `account ${account}`);
    } catch (error) {
      audit(request.log, 'refusal', { reason: 'too many attempts to sign in' });
      throw error;
    }
  };
}
