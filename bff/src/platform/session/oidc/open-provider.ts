import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#contract/constants.ts';
import { originOf } from '#platform/session/navigation.ts';
import type { ProviderSettings } from '#platform/session/session-settings.ts';
import type { SignInParts } from '#platform/session/sign-in-parts.ts';
import type { StoredSession } from '#platform/session/store/session-store.ts';
import { createRecheck } from './recheck.ts';
import { createAccessToken, createRefresh } from './tokens.ts';
import { providerRoutes } from './provider-routes.ts';
import { createProvider } from './provider.ts';

export type Oidc = ReturnType<typeof openProvider>;

/** Opens sign-in at an OpenID provider, which may be away. Loaded only if `OIDC_ISSUER` is set. */
export function openProvider(app: FastifyInstance, parts: SignInParts, settings: ProviderSettings) {
  const provider = createProvider(settings);
  providerRoutes(app, parts, provider);
  const refresh = createRefresh(parts, provider);
  return {
    accessToken: createAccessToken(parts, refresh),
    recheck: createRecheck(parts, provider, refresh),
    /** Takes the tokens back. Where the browser signs out of the provider, too; null if it need not, or cannot now. */
    signOut: async (request: FastifyRequest, { tokens }: StoredSession): Promise<string | null> => {
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
