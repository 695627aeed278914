import { BASE_PATH } from '#contract/constants.ts';
import { originOf } from '#platform/session/navigation.ts';
import type { Oidc, RouteOptions } from '#platform/session/route-options.ts';
import { createAccessToken } from './access-token.ts';
import { providerRoutes } from './provider-routes.ts';
import type { ProviderSettings } from './discover.ts';
import { createProvider } from './provider.ts';

type Parts = Pick<RouteOptions, 'lifecycle' | 'store' | 'audit'>;

/** Opens sign-in at an OpenID provider, which may be away. Loaded only if `OIDC_ISSUER` is set. */
export function openProvider(settings: ProviderSettings, parts: Parts): Oidc {
  const provider = createProvider(settings);
  return {
    routes: (app, options) => providerRoutes(app, { ...options, provider }),
    accessToken: createAccessToken({ ...parts, provider }),
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
