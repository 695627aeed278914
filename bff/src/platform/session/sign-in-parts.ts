import type { FastifyRequest } from 'fastify';
import type { Limit } from './attempts.ts';
import type { Sessions, SessionsOptions } from './create-sessions.ts';
import type { FromClaims } from './oidc/from-claims.ts';
import type { Seal } from './store/seal.ts';

export interface SignInParts extends SessionsOptions {
  readonly lifecycle: Sessions;
  /** For what browsers keep. */
  readonly seal: Seal;
  readonly fromClaims: FromClaims;
  /** Counts a call to a session endpoint, by session if there is one. */
  readonly limitCalls: (request: FastifyRequest) => Promise<void>;
  readonly limitLogouts: Limit;
  readonly isDevelopment: boolean;
}

/**
 * Gives the access token of a request's session, as new as it must be; `refused` is one that a backend service has refused. Throws
 * `not-signed-in` if the provider has ended the session, `unavailable` if it is away.
 */
export type AccessToken = (request: FastifyRequest, refused?: string) => Promise<string | undefined>;
