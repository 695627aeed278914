import { createRemoteJWKSet } from 'jose';
import * as openid from 'openid-client';

export interface ProviderSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** Separated by spaces; `openid` is one of them. */
  readonly scopes: string;
  /** Where the provider sends browsers back to; undefined: to the origin by which they came. */
  readonly publicOrigin: string | undefined;
}

/** For every request to the provider. */
const TIMEOUT_SECONDS = 5;
/** Clocks may differ by this. */
export const CLOCK_SECONDS = 60;
/** For an unknown key, the provider's keys are fetched again, at most this often. */
const KEYS_MS = 2_000;

/** Finds the provider's metadata (OpenID Connect Discovery 1.0), and makes the client and the key set of them. */
export async function discover({ issuer, clientId, clientSecret }: ProviderSettings) {
  const isInsecure = issuer.protocol === 'http:';
  const execute = isInsecure ? [openid.allowInsecureRequests] : [];
  const options = { execute, timeout: TIMEOUT_SECONDS };
  const discovered = await openid.discovery(issuer, clientId, undefined, openid.None(), options);
  const metadata = discovered.serverMetadata();
  const client = { [openid.clockTolerance]: CLOCK_SECONDS };
  const config = new openid.Configuration(metadata, clientId, client, authentication(metadata, clientSecret));
  config.timeout = TIMEOUT_SECONDS;
  if (isInsecure) openid.allowInsecureRequests(config);
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? '', issuer), {
    cooldownDuration: KEYS_MS,
    timeoutDuration: TIMEOUT_SECONDS * 1_000,
  });
  return { config, metadata, keys };
}

/** How the client proves itself: as RFC 6749 prefers it (section 2.3.1), or as the provider says. */
function authentication(
  { token_endpoint_auth_methods_supported: methods }: openid.ServerMetadata,
  secret: string | undefined,
) {
  if (secret === undefined) return openid.None();
  const usesPost =
    methods && !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
  return usesPost ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
}
