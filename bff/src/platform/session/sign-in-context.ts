import type { FastifyRequest } from 'fastify';
import type { Limit } from './attempts.ts';
import type { Sessions, SessionsOptions } from './create-sessions.ts';
import type { FromClaims } from './oidc/from-claims.ts';
import type { Seal } from './store/seal.ts';

export interface SignInContext extends SessionsOptions {
  readonly lifecycle: Sessions;
  readonly seal: Seal;
  readonly fromClaims: FromClaims;
  readonly limitCalls: (request: FastifyRequest) => Promise<void>;
  readonly limitLogouts: Limit;
  readonly isDevelopment: boolean;
}

/**
 * Returns the access token of the request's session. Refreshes a token that is about to expire, or equals `refused`. Throws `unauthenticated`
 * if the grant was revoked, `unavailable` if the provider does not respond.
 */
export type AccessToken = (request: FastifyRequest, refused?: string) => Promise<string | undefined>;
