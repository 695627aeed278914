import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#contract/constants.ts';
import type { Audit } from '#platform/session/audit.ts';
import { originOf } from '#platform/session/navigation.ts';
import type { RouteOptions } from '#platform/session/session-routes.ts';
import type { SessionStore, StoredSession } from '#platform/session/store/session-store.ts';
import { createAccessToken } from './access-token.ts';
import { providerRoutes } from './provider-routes.ts';
import type { ProviderSettings } from './discover.ts';
import { createProvider } from './provider.ts';

/** What the rest of sign-in needs of the OpenID provider. */
export interface Oidc {
  readonly routes: (app: FastifyInstance, options: RouteOptions) => void;
  readonly accessToken: (request: FastifyRequest) => Promise<string | undefined>;
  /** Takes the tokens back. Where the browser signs out of the provider, too; null if it need not, or cannot now. */
  readonly signOut: (request: FastifyRequest, ended: StoredSession) => Promise<string | null>;
}

/** Opens sign-in at an OpenID provider, which may be away. Loaded only if `OIDC_ISSUER` is set. */
export function openProvider(settings: ProviderSettings, store: SessionStore, audit: Audit): Oidc {
  const provider = createProvider(settings);
  return {
    routes: (app, options) => providerRoutes(app, { ...options, provider }),
    accessToken: createAccessToken({ store, provider, audit }),
    signOut: async (request, { tokens }) => {
      if (!tokens) return null;
      const report = (error: unknown) => request.log.warn({ err: error }, 'signing out at the provider');
      if (tokens.refresh) provider.revoke(tokens.refresh).catch(report);
      return provider
        .signOutUrl(tokens.id, `${settings.publicOrigin ?? originOf(request)}${BASE_PATH}/`)
        .catch((error: unknown) => {
          report(error);
          return null;
        });
    },
  };
}
