import type { FastifyRequest } from 'fastify';
import type { Roles } from '#platform/contract/call.ts';
import type { SessionSchema } from '#platform/contract/session/define-session.ts';
import type { Limit } from '#platform/http/overload/create-limit.ts';
import type { Audit } from './audit.ts';
import type { Refuse } from './refuse.ts';
import type { FromClaims } from './oidc/from-claims.ts';
import type { Seal } from './store/seal.ts';
import type { SessionStore } from './store/session-store.ts';

export interface SessionContext {
  readonly schema: SessionSchema;
  readonly permissionsOf: Roles;
  readonly fromClaims: FromClaims;
  readonly isDevelopment: boolean;
  readonly store: SessionStore;
  readonly audit: Audit;
  readonly refuse: Refuse;
  readonly seal: Seal;
  /** Creates the version of a new or changed session. */
  readonly versionFor: (subject: string) => string;
  readonly limitCalls: (request: FastifyRequest) => Promise<void>;
  readonly limitLogouts: Limit;
}

/**
 * Returns the access token of the request's session. Refreshes a token that is about to expire or equals `rejected`. Throws `unauthenticated` if the
 * grant was revoked, and `unavailable` if the refresh fails and the token can no longer be used.
 */
export type AccessToken = (request: FastifyRequest, rejected?: string) => Promise<string | undefined>;
