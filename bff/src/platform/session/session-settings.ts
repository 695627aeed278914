import Type from 'typebox';
import type { ProviderSettings } from './oidc/discover.ts';
import { algorithmsOf } from './oidc/signing-key.ts';
import { parseStoreAddress, type StoreAddress } from './store/store-address.ts';
import { secret, type ValuesOf } from '#platform/settings/define-settings.ts';

export interface SessionSettings {
  /** Valkey or Redis; undefined keeps sessions in the process. */
  readonly store: StoreAddress | undefined;
  /** The first encrypts what is stored, all decrypt. */
  readonly secrets: readonly string[];
  /** The OpenID provider; undefined without one. */
  readonly oidc: ProviderSettings | undefined;
}

/** What `SESSION_SECRET` takes. */
export const SECRETS = 'secrets of at least 32 characters each, separated by commas';

/** Parameters that the platform sends itself, or could not answer. */
const OWN_PARAMETERS =
  'client_id redirect_uri response_type response_mode scope state nonce code_challenge code_challenge_method acr_values request request_uri';

/** The settings of sign-in. */
export const sessionSettings = {
  /** A secret, because it may have a password. */
  SESSION_STORE: Type.Optional(
    Type.String({
      format: 'session-store',
      writeOnly: true,
      description:
        'redis://user:password@host:6379, redis+cluster://a,b,c or redis+sentinel://a,b,c/name; with rediss by TLS',
    }),
  ),
  SESSION_SECRET: Type.Optional(
    Type.String({ pattern: '^[^,]{32,}(,[^,]{32,})*$', writeOnly: true, description: SECRETS }),
  ),
  OIDC_ISSUER: Type.Optional(
    Type.String({
      format: 'issuer',
      description:
        'the https address of an OpenID provider; http only on loopback, such as http://localhost:4000',
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    Type.String({ minLength: 1, description: 'the client id at the OpenID provider' }),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(secret()),
  OIDC_CLIENT_KEY: Type.Optional(
    Type.String({
      format: 'private-key',
      writeOnly: true,
      description: 'a private key in PEM (PKCS #8): RSA, EC with the curve P-256, or Ed25519',
    }),
  ),
  OIDC_CLIENT_AUTHENTICATION: Type.Optional(
    Type.Enum(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']),
  ),
  OIDC_SCOPES: Type.String({
    pattern: '^(.* )?openid( .*)?$',
    default: 'openid',
    description: 'scopes separated by spaces, openid among them',
  }),
  OIDC_PARAMETERS: Type.Optional(
    Type.String({
      format: 'authorization-parameters',
      description: `parameters of the authorization request, such as audience=https://api.example.org, but none of ${OWN_PARAMETERS}`,
    }),
  ),
  OIDC_REQUIRED_ACR: Type.Optional(
    Type.String({ minLength: 1, description: 'authentication context classes, separated by spaces' }),
  ),
  PUBLIC_ORIGIN: Type.Optional(
    Type.String({
      format: 'origin',
      description: 'scheme, host and port that browsers see, without a path, such as https://www.example.org',
    }),
  ),
};

/** OpenID Connect Discovery, section 3. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || /[?#]/.test(text) || url.username !== '') return false;
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
}

/** RFC 6454, section 6.1. */
const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text;

const areParameters = (text: string): boolean =>
  Array.from(new URLSearchParams(text)).every(
    ([name, value]) => value && !OWN_PARAMETERS.split(' ').includes(name),
  );

/** The formats that the schemas name. */
export const sessionFormats = {
  'session-store': (text: string) => parseStoreAddress(text) !== undefined,
  issuer: isIssuer,
  origin: isOrigin,
  'private-key': (pem: string) => algorithmsOf(pem).length > 0,
  'authorization-parameters': areParameters,
};

type Values = ValuesOf<typeof sessionSettings>;

/** What another setting needs. */
const NEEDED = {
  client_secret_basic: 'OIDC_CLIENT_SECRET',
  client_secret_post: 'OIDC_CLIENT_SECRET',
  private_key_jwt: 'OIDC_CLIENT_KEY',
  none: 'OIDC_CLIENT_ID',
} as const;

/** What is wrong with valid settings together, one line each. */
export function invalidTogether(values: Values): string[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_AUTHENTICATION: method = 'none' } = values;
  const names = new Set(issuer ? (['OIDC_CLIENT_ID', NEEDED[method]] as const) : []);
  return [...names]
    .filter((name) => !values[name])
    .map((name) => `${name} is not set: expected with the other settings OIDC_…`);
}

/** What sign-in is opened with. */
export const readSessionConfig = (values: Values): SessionSettings => ({
  store: parseStoreAddress(values.SESSION_STORE ?? ''),
  secrets: values.SESSION_SECRET?.split(',') ?? [],
  oidc:
    values.OIDC_ISSUER === undefined
      ? undefined
      : {
          issuer: new URL(values.OIDC_ISSUER),
          clientId: values.OIDC_CLIENT_ID ?? '',
          clientSecret: values.OIDC_CLIENT_SECRET,
          clientKey: values.OIDC_CLIENT_KEY,
          authentication: values.OIDC_CLIENT_AUTHENTICATION,
          scopes: values.OIDC_SCOPES,
          publicOrigin: values.PUBLIC_ORIGIN,
          parameters: new URLSearchParams(values.OIDC_PARAMETERS),
          requiredAcr: values.OIDC_REQUIRED_ACR?.split(' ') ?? [],
        },
});
