import { jwtVerify, type JWTVerifyOptions } from 'jose';
import * as openid from 'openid-client';
import type { ProviderSettings } from '#platform/session/session-settings.ts';
import type { Tokens } from '#platform/session/store/session-store.ts';
import { CLOCK_SECONDS, discover } from './discover.ts';
import { ProviderError, providerErrorOf } from './provider-error.ts';

export interface AuthorizationChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly callback: string;
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

type Discovered = Awaited<ReturnType<typeof discover>>;
export type Provider = ReturnType<typeof createProvider>;

/** An OpenID provider (OpenID Connect Core 1.0). On failure, its methods reject with a `ProviderError`. */
export function createProvider(settings: ProviderSettings) {
  const { clientId, scopes, parameters, requiredAcr } = settings;
  let found: Promise<Discovered> | undefined;

  /** Discovers the provider at the first use, and again after a failure. Not at startup, because the provider may be unavailable then. */
  function discovered() {
    found ??= discover(settings).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  }

  async function ask<T>(work: (provider: Discovered) => T | Promise<T>) {
    try {
      return await work(await discovered());
    } catch (error) {
      throw await providerErrorOf(error);
    }
  }

  const verify = async ({ keys, metadata }: Discovered, token: string, options?: JWTVerifyOptions) => {
    const { issuer } = metadata;
    const expected = { issuer, audience: clientId, clockTolerance: CLOCK_SECONDS, ...options };
    return (await jwtVerify(token, keys, expected)).payload;
  };

  /** Returns the claims of UserInfo, overridden by the claims of the ID token. Throws if one of the two has a subject other than `expected`. */
  async function claimsOf(
    provider: Discovered,
    { access, id }: Tokens,
    expected?: string,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    // Verifies the signature, because the library does not: it trusts TLS to the token endpoint.
    const ofToken = id === undefined ? undefined : await verify(provider, id);
    const subject = expected ?? String(ofToken?.sub);
    if (ofToken && ofToken.sub !== subject)
      throw new ProviderError('provider', 'the ID token has another subject');
    // Profile claims may be in UserInfo only (OpenID Connect Core, section 5.4).
    const ofUser = provider.metadata.userinfo_endpoint
      ? await openid.fetchUserInfo(provider.config, access, subject)
      : undefined;
    return ofToken || ofUser ? { ...ofUser, ...ofToken } : undefined;
  }

  return {
    publicOrigin: settings.publicOrigin,

    /**
     * Builds the authorization URL, and the values against which `finish` checks the callback. `isOther` makes the provider prompt for another
     * account.
     */
    start: (callback: string, isOther: boolean) =>
      ask(async ({ config }) => {
        const verifier = openid.randomPKCECodeVerifier();
        const state = openid.randomState();
        const checks: AuthorizationChecks = { state, nonce: openid.randomNonce(), verifier, callback };
        const own = {
          redirect_uri: callback,
          scope: scopes,
          state,
          nonce: checks.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(requiredAcr.length > 0 && { acr_values: requiredAcr.join(' ') }),
          ...(isOther && { prompt: 'login' }),
        };
        const all = new URLSearchParams(parameters);
        for (const [name, value] of Object.entries(own)) all.set(name, value);
        return { location: openid.buildAuthorizationUrl(config, all).href, checks };
      }),

    /** Exchanges the authorization code from the callback. Checks state, issuer (RFC 9207), PKCE (RFC 7636), and the ID token's signature and nonce. */
    finish: ({ state, nonce, verifier, callback }: AuthorizationChecks, query: string) =>
      ask(async (provider) => {
        const { config } = provider;
        const response = await openid.authorizationCodeGrant(config, new URL(query, callback), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const tokens = tokensOf(response);
        const claims = { ...(await claimsOf(provider, tokens)) };
        // Reads `acr` only from the ID token, because UserInfo does not describe this sign-in.
        const acr = response.claims()?.['acr'];
        if (requiredAcr.length > 0 && !requiredAcr.some((one) => one === acr))
          throw new ProviderError(
            'refused',
            `OIDC_REQUIRED_ACR does not include the acr ${JSON.stringify(acr)}`,
          );
        return { subject: String(claims['sub']), claims, tokens };
      }),

    /** Refreshes the tokens. Returns undefined if the grant was revoked. */
    refresh: (refreshToken: string): Promise<Tokens | undefined> =>
      ask(async ({ config }) => {
        try {
          return tokensOf(await openid.refreshTokenGrant(config, refreshToken));
        } catch (error) {
          const failure = await providerErrorOf(error);
          if (failure.problem !== 'expired') throw failure;
          return undefined;
        }
      }),

    claims: (tokens: Tokens, subject: string) => ask((provider) => claimsOf(provider, tokens, subject)),

    /** RFC 7009. Does nothing if the provider has no endpoint for it. */
    revoke: (refreshToken: string) =>
      ask(async ({ config, metadata }) => {
        if (metadata.revocation_endpoint) await openid.tokenRevocation(config, refreshToken);
      }),

    /** Returns the URL for signing out at the provider (RP-Initiated Logout, section 2), or null if the provider has none. */
    signOutUrl: (idToken: string | undefined, back: string): Promise<string | null> =>
      ask(({ config, metadata }) => {
        if (!metadata.end_session_endpoint) return null;
        const hint = idToken ? { id_token_hint: idToken } : {};
        return openid.buildEndSessionUrl(config, { post_logout_redirect_uri: back, ...hint }).href;
      }),

    /**
     * Validates a logout token (Back-Channel Logout, section 2.6). Does not check whether the `jti` was used before, because this check is optional.
     */
    readLogoutToken: (token: string) =>
      ask(async (provider) => {
        const options = { requiredClaims: ['jti'], maxTokenAge: 3 * CLOCK_SECONDS };
        const { sid, sub, events, nonce } = await verify(provider, token, options);
        const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
        if (!isLogout || nonce !== undefined)
          throw new ProviderError('provider', 'the token is not a logout token');
        const owner =
          typeof sid === 'string' ? { sid } : typeof sub === 'string' ? { subject: sub } : undefined;
        if (!owner) throw new ProviderError('provider', 'the logout token has neither sub nor sid');
        return { owner, subject: sub };
      }),
  };
}

const tokensOf = (response: Awaited<ReturnType<typeof openid.refreshTokenGrant>>): Tokens => {
  const { access_token: access, refresh_token: refresh, id_token: id } = response;
  const seconds = response.expiresIn();
  return {
    access,
    ...(refresh && { refresh }),
    ...(id && { id }),
    ...(seconds !== undefined && { endsAt: Date.now() + seconds * 1_000 }),
  };
};
