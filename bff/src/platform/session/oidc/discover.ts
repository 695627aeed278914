import { createRemoteJWKSet } from 'jose';
import * as openid from 'openid-client';
import { clientAuthentication, type ClientCredentials } from './client-authentication.ts';

export interface ProviderSettings extends ClientCredentials {
  readonly issuer: URL;
  readonly clientId: string;
  /** Separated by spaces; `openid` is one of them. */
  readonly scopes: string;
  /** Where the provider sends browsers back to; undefined: to the origin by which they came. */
  readonly publicOrigin: string | undefined;
  /** Of every authorization request, beside the platform's own. */
  readonly parameters: URLSearchParams;
  /** The authentication context classes of which an ID token must have one; any if there are none (OpenID Connect Core, section 2). */
  readonly requiredAcr: readonly string[];
}

/** For every request to the provider. */
const TIMEOUT_SECONDS = 5;
/** Clocks may differ by this. */
export const CLOCK_SECONDS = 60;
/** For an unknown key, the provider's keys are fetched again, at most this often. */
const KEYS_MS = 2_000;

/** Finds the provider's metadata (OpenID Connect Discovery 1.0), and makes the client and the key set of them. */
export async function discover({ issuer, clientId, ...credentials }: ProviderSettings) {
  const isInsecure = issuer.protocol === 'http:';
  const execute = isInsecure ? [openid.allowInsecureRequests] : [];
  const options = { execute, timeout: TIMEOUT_SECONDS };
  const discovered = await openid.discovery(issuer, clientId, undefined, openid.None(), options);
  const metadata = discovered.serverMetadata();
  const client = { [openid.clockTolerance]: CLOCK_SECONDS };
  const authentication = await clientAuthentication(credentials, metadata);
  const config = new openid.Configuration(metadata, clientId, client, authentication);
  config.timeout = TIMEOUT_SECONDS;
  if (isInsecure) openid.allowInsecureRequests(config);
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? '', issuer), {
    cooldownDuration: KEYS_MS,
    timeoutDuration: TIMEOUT_SECONDS * 1_000,
  });
  return { config, metadata, keys };
}
