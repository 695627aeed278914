import { jwtVerify } from 'jose';
import * as openid from 'openid-client';
import type { Tokens } from '#platform/session/store/session-store.ts';
import { CLOCK_SECONDS, discover, type ProviderSettings } from './discover.ts';
import { ProviderError, providerErrorOf } from './provider-error.ts';

/** What a sign-in remembers until its way back. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The redirect URI, which the provider compares. */
  readonly callback: string;
}

export interface SignedIn {
  readonly claims: Readonly<Record<string, unknown>> & { readonly sub: string };
  readonly tokens: Tokens;
}

/** After a failed request, the provider is not asked again for so long, except by a person who signs in. */
const AWAY_MS = 2_000;

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

export type Provider = ReturnType<typeof createProvider>;

/** An OpenID provider (OpenID Connect Core 1.0). Every method rejects with a `ProviderError`. */
export function createProvider(settings: ProviderSettings) {
  const { clientId, scopes, parameters, requiredAcr } = settings;
  let found: ReturnType<typeof discover> | undefined;
  let awayUntil = 0;

  /** The provider may be away when the application starts: it is looked for by the first sign-in, and again after a failure. */
  function discovered() {
    found ??= discover(settings).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  }

  const discoveredUnlessAway = async () => {
    if (Date.now() < awayUntil) throw new ProviderError('provider-away', 'it did not answer a moment ago');
    return discovered();
  };

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const known = providerErrorOf(error);
      // Only a request that was sent says so; otherwise calls that do not cease would keep the provider away for ever.
      if (known !== error && known.problem === 'provider-away') awayUntil = Date.now() + AWAY_MS;
      throw known;
    }
  }

  const verify = async (token: string, types: readonly string[]) => {
    const { keys, metadata } = await discovered();
    const expected = { issuer: metadata.issuer, audience: clientId, clockTolerance: CLOCK_SECONDS };
    const { payload, protectedHeader } = await jwtVerify(token, keys, expected);
    const type = protectedHeader.typ?.toLowerCase() ?? 'jwt';
    if (!types.includes(type)) throw new ProviderError('provider', `a token has the type ${type}`);
    return payload;
  };

  return {
    publicOrigin: settings.publicOrigin,
    /** The address that a browser goes to, and what its way back is checked against. `isOther`: the provider asks for another account. */
    start: (
      callback: string,
      statePrefix: string,
      isOther: boolean,
    ): Promise<{ location: string; checks: Checks }> =>
      attempt(async () => {
        const { config } = await discovered();
        const verifier = openid.randomPKCECodeVerifier();
        const checks = {
          state: statePrefix + openid.randomState(),
          nonce: openid.randomNonce(),
          verifier,
          callback,
        };
        const own = {
          redirect_uri: callback,
          scope: scopes,
          state: checks.state,
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
    finish: ({ state, nonce, verifier, callback }: Checks, query: string): Promise<SignedIn> =>
      attempt(async () => {
        const { config, metadata } = await discovered();
        const response = await openid.authorizationCodeGrant(config, new URL(`?${query}`, callback), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        // Over TLS the library trusts the token endpoint instead of the signature.
        const ofToken = await verify(response.id_token ?? '', ['jwt']);
        const { acr } = ofToken;
        if (requiredAcr.length > 0 && !requiredAcr.includes(String(acr)))
          throw new ProviderError('refused', `the ID token has the acr ${JSON.stringify(acr)}`);
        const sub = String(ofToken.sub);
        // A provider that keeps to section 5.4 tells of the profile only here.
        const ofUser = metadata.userinfo_endpoint
          ? await openid.fetchUserInfo(config, response.access_token, sub)
          : {};
        return { claims: { ...ofUser, ...ofToken, sub }, tokens: tokensOf(response) };
      }),

    /** Asks for the provider's metadata, unless they are known. */
    find: (): Promise<void> => attempt(async () => void (await discoveredUnlessAway())),

    /** New tokens; undefined if the provider has ended what they stand for. */
    refresh: (refreshToken: string): Promise<Tokens | undefined> =>
      attempt(async () => {
        const { config } = await discoveredUnlessAway();
        try {
          return tokensOf(await openid.refreshTokenGrant(config, refreshToken));
        } catch (error) {
          if (providerErrorOf(error).isDead) return undefined;
          throw error;
        }
      }),

    /** Takes a refresh token back (RFC 7009), where the provider can. */
    revoke: (refreshToken: string): Promise<void> =>
      attempt(async () => {
        const { config, metadata } = await discovered();
        if (metadata.revocation_endpoint) await openid.tokenRevocation(config, refreshToken);
      }),

    /** Where a browser signs out of the provider, too (RP-Initiated Logout, section 2); null if it offers no such address. */
    signOutUrl: (idToken: string | undefined, back: string): Promise<string | null> =>
      attempt(async () => {
        const { config, metadata } = await discovered();
        if (!metadata.end_session_endpoint) return null;
        const hint = idToken ? { id_token_hint: idToken } : {};
        return openid.buildEndSessionUrl(config, { post_logout_redirect_uri: back, ...hint }).href;
      }),

    /** Checks a logout token (Back-Channel Logout, section 2.6), except whether its `jti` is new. */
    readLogoutToken: (
      token: string,
    ): Promise<{
      jti: string;
      endsAt: number;
      of: { sid: string } | { subject: string };
      subject: string | undefined;
    }> =>
      attempt(async () => {
        const { jti, sid, sub, events, nonce, iat, exp } = await verify(token, ['logout+jwt', 'jwt']);
        const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
        if (!isLogout || nonce !== undefined || !jti || iat === undefined)
          throw new ProviderError('provider', 'the token is no logout token');
        const of = typeof sid === 'string' ? { sid } : typeof sub === 'string' ? { subject: sub } : undefined;
        if (!of) throw new ProviderError('provider', 'the logout token names no person and no session');
        const endsAt = (exp ?? iat + 2 * CLOCK_SECONDS) * 1_000;
        if (endsAt + CLOCK_SECONDS * 1_000 < Date.now())
          throw new ProviderError('provider', 'the logout token is too old');
        return { jti, endsAt: endsAt + CLOCK_SECONDS * 1_000, of, subject: sub };
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
