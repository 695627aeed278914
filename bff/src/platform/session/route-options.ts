import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Roles } from '#contract/kit/call.ts';
import type { SessionSchema } from '#contract/kit/session/define-session.ts';
import type { Audit } from './audit.ts';
import type { Sessions } from './create-sessions.ts';
import type { FromClaims } from './oidc/from-claims.ts';
import type { Seal } from './store/seal.ts';
import type { SessionStore, StoredSession } from './store/session-store.ts';

/** What the rest of sign-in needs of the OpenID provider. */
export interface Oidc {
  readonly routes: (app: FastifyInstance, options: RouteOptions) => void;
  readonly accessToken: (request: FastifyRequest, refused?: string) => Promise<string | undefined>;
  /** Takes the tokens back. Where the browser signs out of the provider, too; null if it need not, or cannot now. */
  readonly signOut: (request: FastifyRequest, ended: StoredSession) => Promise<string | null>;
}

/** What the routes of the session need. */
export interface RouteOptions {
  readonly schema: SessionSchema;
  readonly permissionsOf: Roles;
  readonly lifecycle: Sessions;
  readonly store: SessionStore;
  readonly audit: Audit;
  readonly seal: Seal;
  readonly fromClaims: FromClaims;
  readonly oidc: Oidc | undefined;
  readonly isDevelopment: boolean;
}
