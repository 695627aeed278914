import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { originOf } from '#platform/session/navigation.ts';
import type { ProviderSettings } from '#platform/session/session-settings.ts';
import type { SignInContext } from '#platform/session/create-sessions.ts';
import type { SessionRecord } from '#platform/session/store/session-store.ts';
import { createRecheck } from './recheck.ts';
import { createAccessToken, createRefresh } from './tokens.ts';
import { providerRoutes } from './provider-routes.ts';
import { createProvider } from './provider.ts';

export type Oidc = ReturnType<typeof openProvider>;

/** Enables sign-in at an OpenID provider. Imported only if `OIDC_ISSUER` is set. */
export function openProvider(app: FastifyInstance, context: SignInContext, settings: ProviderSettings) {
  const provider = createProvider(settings);
  providerRoutes(app, context, provider);
  const refresh = createRefresh(context, provider);
  return {
    accessToken: createAccessToken(context, refresh),
    ...createRecheck(context, provider, refresh),
    /** Revokes the refresh token. Returns the provider's sign-out URL, or null if there is none. */
    signOut: async (request: FastifyRequest, { tokens }: SessionRecord): Promise<string | null> => {
      if (!tokens) return null;
      const report = (error: unknown) => request.log.warn({ err: error }, 'sign-out at the provider failed');
      if (tokens.refresh) provider.revoke(tokens.refresh).catch(report);
      const home = `${settings.publicOrigin ?? originOf(request)}${BASE_PATH}/`;
      return provider.signOutUrl(tokens.id, home).catch((error: unknown) => (report(error), null));
    },
  };
}
