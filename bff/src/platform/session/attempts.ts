import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/constants.ts';
import { platformError } from '#contract/kit/app-error.ts';
import type { Audit } from './audit.ts';

/** The error for who calls too often; `ms` until they may again. */
export const tooMany = (ms: number) =>
  platformError('too-many-requests', { retryAfterSeconds: Math.ceil(ms / 1_000) });

/** Counts an attempt to sign in with an account, whatever the address is. Throws `too-many-requests`. */
export type LimitAttempts = (request: FastifyRequest, account: string) => Promise<void>;

/** Counts where `app` counts: it has registered `@fastify/rate-limit`. */
export function createAttempts(app: FastifyInstance, audit: Audit): LimitAttempts {
  const count = app.createRateLimit({
    ...{ max: limits.ATTEMPTS_AN_ACCOUNT, timeWindow: limits.ATTEMPTS_MS },
    keyGenerator: ({ account }) => hash('sha256', account),
  });
  return async (request, account) => {
    request.account = account.normalize().toLowerCase();
    const attempt = await count(request);
    if (attempt.isAllowed || !attempt.isExceeded) return;
    audit(request.log, 'refusal', { reason: 'too many attempts with one account' });
    throw tooMany(attempt.ttl);
  };
}
