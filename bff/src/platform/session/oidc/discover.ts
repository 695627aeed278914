import { createRemoteJWKSet } from 'jose';
import * as openid from 'openid-client';
import type { ProviderSettings } from '#platform/session/session-settings.ts';
import { clientAuthentication } from './client-authentication.ts';

/** For every request to the provider. */
export const TIMEOUT_SECONDS = 5;
/** Clocks may differ by this. */
export const CLOCK_SECONDS = 60;
/** For an unknown key, the provider's keys are fetched again, at most this often. */
const KEYS_MS = 2_000;

/** Finds the provider's metadata (OpenID Connect Discovery 1.0), and makes the client and the key set of them. */
export async function discover(settings: ProviderSettings) {
  const { issuer, clientId } = settings;
  const isInsecure = issuer.protocol === 'http:';
  const execute = isInsecure ? [openid.allowInsecureRequests] : [];
  const options = { execute, timeout: TIMEOUT_SECONDS };
  const discovered = await openid.discovery(issuer, clientId, undefined, openid.None(), options);
  const metadata = discovered.serverMetadata();
  const client = { [openid.clockTolerance]: CLOCK_SECONDS };
  const authentication = await clientAuthentication(settings, metadata);
  const config = new openid.Configuration(metadata, clientId, client, authentication);
  config.timeout = TIMEOUT_SECONDS;
  if (isInsecure) openid.allowInsecureRequests(config);
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? '', issuer), {
    cooldownDuration: KEYS_MS,
    timeoutDuration: TIMEOUT_SECONDS * 1_000,
  });
  return { config, metadata, keys };
}
