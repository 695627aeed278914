import { createRemoteJWKSet, importPKCS8 } from 'jose';
import * as openid from 'openid-client';
import type { ProviderSettings } from '#platform/session/session-settings.ts';

const TIMEOUT_SECONDS = 5;
export const CLOCK_SECONDS = 60;
const KEYS_MS = 2_000;

/** Client authentication `client_secret_basic`. The library's implementation also encodes `-`, but some providers do not decode it. */
const basic =
  (secret: string): openid.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const [name, password] = [id, secret].map((text) =>
      new URLSearchParams([['', text]]).toString().slice(1),
    );
    headers.set('authorization', `Basic ${btoa(`${name}:${password}`)}`);
  };

/** Client authentication at the provider (OpenID Connect Core, section 9). */
const authentications = {
  client_secret_basic: ({ clientSecret = '' }: ProviderSettings) => basic(clientSecret),
  client_secret_post: ({ clientSecret = '' }: ProviderSettings) => openid.ClientSecretPost(clientSecret),
  private_key_jwt: async ({ clientKey = '' }: ProviderSettings) =>
    openid.PrivateKeyJwt(await importPKCS8(clientKey, 'RS256')),
  none: () => openid.None(),
};

export async function discover(settings: ProviderSettings) {
  const { issuer, clientId } = settings;
  const config = await openid.discovery(
    issuer,
    clientId,
    { [openid.clockTolerance]: CLOCK_SECONDS },
    await authentications[settings.authentication](settings),
    { execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [], timeout: TIMEOUT_SECONDS },
  );
  const metadata = config.serverMetadata();
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? '', issuer), {
    cooldownDuration: KEYS_MS,
    timeoutDuration: TIMEOUT_SECONDS * 1_000,
  });
  return { config, metadata, keys };
}
