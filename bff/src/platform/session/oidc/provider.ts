import { jwtVerify } from 'jose';
import * as openid from 'openid-client';
import type { ProviderSettings } from '#platform/session/session-settings.ts';
import type { Tokens } from '#platform/session/store/session-store.ts';
import { CLOCK_SECONDS, discover } from './discover.ts';
import { ProviderError, providerErrorOf } from './provider-error.ts';

export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The redirect URI, which the provider compares. */
  readonly callback: string;
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

type Discovered = Awaited<ReturnType<typeof discover>>;
export type Provider = ReturnType<typeof createProvider>;

/** An OpenID provider (OpenID Connect Core 1.0). Every method rejects with a `ProviderError`. */
export function createProvider(settings: ProviderSettings) {
  const { clientId, scopes, parameters, requiredAcr } = settings;
  let found: Promise<Discovered> | undefined;

  /** The provider may be away when the application starts: it is looked for by the first sign-in, and again after a failure. */
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
      throw providerErrorOf(error);
    }
  }

  const verify = async ({ keys, metadata }: Discovered, token: string, types: readonly string[]) => {
    const expected = { issuer: metadata.issuer, audience: clientId, clockTolerance: CLOCK_SECONDS };
    const { payload, protectedHeader } = await jwtVerify(token, keys, expected);
    const type = protectedHeader.typ?.toLowerCase() ?? 'jwt';
    if (!types.includes(type)) throw new ProviderError('provider', `a token has the type ${type}`);
    return payload;
  };

  /** The claims of the ID token, over those of UserInfo. Undefined without both. Throws if they are not of the expected subject. */
  async function claimsOf(
    provider: Discovered,
    { access, id }: Tokens,
    expected?: string,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    // Over TLS the library trusts the token endpoint instead of the signature.
    const ofToken = id === undefined ? undefined : await verify(provider, id, ['jwt']);
    const subject = expected ?? String(ofToken?.sub);
    if (ofToken && ofToken.sub !== subject)
      throw new ProviderError('provider', 'the ID token is of another subject');
    // A provider that keeps to section 5.4 tells of the profile only here.
    const ofUser = provider.metadata.userinfo_endpoint
      ? await openid.fetchUserInfo(provider.config, access, subject)
      : undefined;
    return ofToken || ofUser ? { ...ofUser, ...ofToken } : undefined;
  }

  return {
    publicOrigin: settings.publicOrigin,

    /** The address that a browser goes to, and what its way back is checked against. `isOther`: the provider asks for another account. */
    start: (callback: string, isOther: boolean) =>
      ask(async ({ config }) => {
        const verifier = openid.randomPKCECodeVerifier();
        const state = openid.randomState();
        const checks: Checks = { state, nonce: openid.randomNonce(), verifier, callback };
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

    /** Exchanges the code of the way back. Checks state, issuer (RFC 9207), PKCE (RFC 7636), and the ID token with its signature and nonce. */
    finish: ({ state, nonce, verifier, callback }: Checks, query: string) =>
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
        // UserInfo must not supply it: its claims are not about this sign-in.
        const acr = response.claims()?.['acr'];
        if (requiredAcr.length > 0 && !requiredAcr.some((one) => one === acr))
          throw new ProviderError('refused', `the ID token has the acr ${JSON.stringify(acr)}`);
        return { subject: String(claims['sub']), claims, tokens };
      }),

    /** Asks for the provider's metadata, unless they are known. */
    find: () => ask(() => {}),

    /** New tokens; undefined if the provider has ended what they stand for. */
    refresh: (refreshToken: string): Promise<Tokens | undefined> =>
      ask(async ({ config }) => {
        try {
          return tokensOf(await openid.refreshTokenGrant(config, refreshToken));
        } catch (error) {
          if (providerErrorOf(error).problem !== 'expired') throw error;
          return undefined;
        }
      }),

    /** The claims that came with a refresh: as at sign-in, or those of UserInfo alone where there is no ID token. Undefined without both. */
    claims: (tokens: Tokens, subject: string) => ask((provider) => claimsOf(provider, tokens, subject)),

    /** Takes a refresh token back (RFC 7009), where the provider can. */
    revoke: (refreshToken: string) =>
      ask(async ({ config, metadata }) => {
        if (metadata.revocation_endpoint) await openid.tokenRevocation(config, refreshToken);
      }),

    /** Where a browser signs out of the provider, too (RP-Initiated Logout, section 2); null if it offers no such address. */
    signOutUrl: (idToken: string | undefined, back: string): Promise<string | null> =>
      ask(({ config, metadata }) => {
        if (!metadata.end_session_endpoint) return null;
        const hint = idToken ? { id_token_hint: idToken } : {};
        return openid.buildEndSessionUrl(config, { post_logout_redirect_uri: back, ...hint }).href;
      }),

    /** Checks a logout token (Back-Channel Logout, section 2.6), except whether its `jti` is new. */
    readLogoutToken: (token: string) =>
      ask(async (provider) => {
        const claims = await verify(provider, token, ['logout+jwt', 'jwt']);
        const { jti, sid, sub, events, nonce, iat, exp } = claims;
        const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
        if (!isLogout || nonce !== undefined || !jti || iat === undefined)
          throw new ProviderError('provider', 'the token is no logout token');
        const of = typeof sid === 'string' ? { sid } : typeof sub === 'string' ? { subject: sub } : undefined;
        if (!of) throw new ProviderError('provider', 'the logout token names no person and no session');
        const endsAt = (exp ?? iat + 2 * CLOCK_SECONDS) * 1_000 + CLOCK_SECONDS * 1_000;
        if (endsAt < Date.now()) throw new ProviderError('provider', 'the logout token is too old');
        return { jti, endsAt, of, subject: sub };
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
