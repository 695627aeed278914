import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/constants.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { clientNetwork } from '#platform/http/client-network.ts';
import type { Audit } from './audit.ts';

/** The error for who calls too often; `ms` until they may again. */
export function tooMany(ms: number) {
  const minutes = Math.ceil(ms / 60_000);
  const detail = `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return platformError('too-many-requests', { detail, retryAfterSeconds: Math.ceil(ms / 1_000) });
}

/** The accounts that a backend service may take for one: compatible characters (NFKC), case, and characters that nobody sees. */
const folded = (account: string): string =>
  account
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toUpperCase()
    .toLowerCase();

const networkOf = ({ ip }: FastifyRequest) => clientNetwork(ip);

/** Makes a function that counts a request by its key, by default its address, and throws `too-many-requests` beyond `max`. */
export function createLimit(
  app: FastifyInstance,
  name: string,
  max: number,
  timeWindow: number,
  keyOf: (request: FastifyRequest) => string = networkOf,
) {
  const keyGenerator = (request: FastifyRequest) => hash('sha256', `${name} ${keyOf(request)}`);
  const count = app.createRateLimit({ max, timeWindow, keyGenerator });
  return async (request: FastifyRequest): Promise<void> => {
    const attempt = await count(request);
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
  const { ATTEMPTS_AN_ADDRESS, ATTEMPTS_AN_ACCOUNT_AND_ADDRESS, ATTEMPTS_AN_ACCOUNT, ATTEMPTS_MS } = limits;
  const accountOf = ({ account }: FastifyRequest) => account;
  const both = (request: FastifyRequest) => `${accountOf(request)} ${networkOf(request)}`;
  // A refused attempt counts for none of the next.
  const all = [
    createLimit(app, 'attempts', ATTEMPTS_AN_ADDRESS, ATTEMPTS_MS),
    createLimit(app, 'attempts here', ATTEMPTS_AN_ACCOUNT_AND_ADDRESS, ATTEMPTS_MS, both),
    createLimit(app, 'attempts anywhere', ATTEMPTS_AN_ACCOUNT, ATTEMPTS_MS, accountOf),
  ];
  return async (request, account) => {
    request.account = folded(account);
    try {
      for (const limit of all)
        // oxlint-disable-next-line no-await-in-loop
        await limit(request);
    } catch (error) {
      audit(request.log, 'refusal', { reason: 'too many attempts to sign in' });
      throw error;
    }
  };
}
