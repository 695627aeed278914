import { importPKCS8 } from 'jose';
import * as openid from 'openid-client';
import type { ProviderSettings } from '#platform/session/session-settings.ts';
import { algorithmsOf } from './signing-key.ts';

/** Makes what authenticates the client at a provider (OpenID Connect Core, section 9). */
export async function clientAuthentication(
  settings: ProviderSettings,
  metadata: openid.ServerMetadata,
): Promise<openid.ClientAuth> {
  const { clientSecret = '', clientKey = '', authentication = preferred(settings, metadata) } = settings;
  if (authentication === 'private_key_jwt')
    return openid.PrivateKeyJwt(await signingKey(clientKey, metadata));
  if (authentication === 'client_secret_post') return openid.ClientSecretPost(clientSecret);
  return authentication === 'none' ? openid.None() : basic(clientSecret);
}

/** As RFC 6749 prefers it (section 2.3.1), unless the provider does not list it. */
function preferred(
  { clientSecret, clientKey }: ProviderSettings,
  { token_endpoint_auth_methods_supported: methods }: openid.ServerMetadata,
) {
  if (clientKey !== undefined) return 'private_key_jwt';
  if (clientSecret === undefined) return 'none';
  const isPost =
    methods && !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
  return isPost ? 'client_secret_post' : 'client_secret_basic';
}

/** The library's own encodes `-`, too, which some providers do not decode. */
const basic =
  (secret: string): openid.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const [name, password] = [id, secret].map((text) =>
      new URLSearchParams([['', text]]).toString().slice(1),
    );
    headers.set('authorization', `Basic ${btoa(`${name}:${password}`)}`);
  };

async function signingKey(
  pem: string,
  { token_endpoint_auth_signing_alg_values_supported: listed }: openid.ServerMetadata,
) {
  const possible = algorithmsOf(pem);
  const algorithm = possible.find((name) => !Array.isArray(listed) || listed.includes(name)) ?? possible[0];
  return importPKCS8(pem, algorithm ?? '');
}
