import Type from 'typebox';
import type { SharedValues } from '#platform/edge/settings.ts';
import { parseStoreAddress } from './store/store-address.ts';
import { secret, type ValuesOf } from '#platform/settings/define-settings.ts';

const SECRETS = 'secrets of at least 32 characters each, separated by commas';

const METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;

const text = (options: Type.TStringOptions) => Type.Optional(Type.String(options));

export const sessionSettings = {
  SESSION_STORE_URL: text({
    format: 'session-store',
    writeOnly: true,
    description:
      'redis://user:password@host:6379, redis+cluster://a,b,c or redis+sentinel://a,b,c/name; rediss for TLS',
  }),
  SESSION_SECRET: text({ pattern: '^[^,]{32,}(,[^,]{32,})*$', writeOnly: true, description: SECRETS }),
  OIDC_ISSUER: text({
    format: 'issuer',
    description: 'the https URL of an OpenID provider, or http on loopback',
  }),
  OIDC_CLIENT_ID: text({ minLength: 1, description: 'the client id at the OpenID provider' }),
  OIDC_CLIENT_SECRET: Type.Optional(secret()),
  OIDC_CLIENT_KEY: text({
    pattern: '^-----BEGIN PRIVATE KEY-----\\s',
    writeOnly: true,
    description: 'a private RSA key in PEM format (PKCS #8), for RS256',
  }),
  OIDC_CLIENT_AUTHENTICATION: Type.Enum(METHODS, { default: METHODS[0], description: METHODS.join(', ') }),
  OIDC_SCOPES: Type.String({
    pattern: '^(.* )?openid( .*)?$',
    default: 'openid',
    description: 'scopes separated by spaces, including openid',
  }),
  OIDC_PARAMETERS: text({
    pattern: '^[^=&]+=.+',
    description: 'parameters of the authorization request, such as audience=https://api.example.org',
  }),
  OIDC_REQUIRED_ACR: text({ minLength: 1, description: '`acr` values separated by spaces' }),
  PUBLIC_ORIGIN: text({ format: 'origin', description: 'an origin, such as https://www.example.org' }),
};

/** True for an issuer identifier (OpenID Connect Discovery, section 3). */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || /[?#]/.test(text) || url.username !== '') return false;
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
}

export const sessionFormats = {
  'session-store': (text: string) => parseStoreAddress(text) !== undefined,
  issuer: isIssuer,
  /** Serialized origin (RFC 6454, section 6.1). */
  origin: (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text,
};

type Values = ValuesOf<typeof sessionSettings> &
  Partial<Pick<SharedValues, 'INGRESS_USER_HEADER' | 'INGRESS_GROUPS_HEADER'>>;

const CREDENTIALS = {
  client_secret_basic: ['OIDC_CLIENT_SECRET'],
  client_secret_post: ['OIDC_CLIENT_SECRET'],
  private_key_jwt: ['OIDC_CLIENT_KEY'],
  none: [],
} as const;

/** `trustsExplicitly` is true if TRUSTED_PROXIES is set and not empty. */
export function crossFieldErrors(values: Values, trustsExplicitly: boolean): string[] {
  const method = values.OIDC_CLIENT_AUTHENTICATION;
  const needed = values.OIDC_ISSUER ? (['OIDC_CLIENT_ID', ...CREDENTIALS[method]] as const) : [];
  const errors = needed
    .filter((name) => !values[name])
    .map((name) => `${name} is not set: expected with OIDC_ISSUER and OIDC_CLIENT_AUTHENTICATION=${method}`);
  if (values.SESSION_STORE_URL && !values.SESSION_SECRET)
    errors.push(`SESSION_SECRET is not set: expected ${SECRETS}, for SESSION_STORE_URL`);
  if (values.INGRESS_USER_HEADER && !trustsExplicitly)
    errors.push(
      'TRUSTED_PROXIES is not set: expected the addresses of the proxies whose INGRESS_USER_HEADER counts',
    );
  if (values.INGRESS_USER_HEADER && values.OIDC_ISSUER)
    errors.push('OIDC_ISSUER and INGRESS_USER_HEADER are set: expected one of them');
  if (values.INGRESS_GROUPS_HEADER && !values.INGRESS_USER_HEADER)
    errors.push('INGRESS_USER_HEADER is not set: expected with INGRESS_GROUPS_HEADER');
  return errors;
}

export type SessionSettings = ReturnType<typeof readSessionConfig>;

export const readSessionConfig = (values: Values) => ({
  /** Undefined to store sessions in memory. */
  store: parseStoreAddress(values.SESSION_STORE_URL ?? ''),
  secrets: values.SESSION_SECRET?.split(',') ?? [],
  oidc: values.OIDC_ISSUER === undefined ? undefined : ofProvider(values.OIDC_ISSUER, values),
  ingress:
    values.INGRESS_USER_HEADER === undefined ? undefined : ofIngress(values.INGRESS_USER_HEADER, values),
});

export type IngressSettings = ReturnType<typeof ofIngress>;

const ofIngress = (userHeader: string, { INGRESS_GROUPS_HEADER: groupsHeader }: Values) => ({
  userHeader: userHeader.toLowerCase(),
  groupsHeader: groupsHeader?.toLowerCase(),
});

export type ProviderSettings = ReturnType<typeof ofProvider>;

const ofProvider = (issuer: string, values: Values) => ({
  issuer: new URL(issuer),
  clientId: values.OIDC_CLIENT_ID ?? '',
  clientSecret: values.OIDC_CLIENT_SECRET,
  clientKey: values.OIDC_CLIENT_KEY,
  authentication: values.OIDC_CLIENT_AUTHENTICATION,
  scopes: values.OIDC_SCOPES,
  /** Origin of the redirect URI. Defaults to the origin of the request. */
  publicOrigin: values.PUBLIC_ORIGIN,
  parameters: new URLSearchParams(values.OIDC_PARAMETERS),
  /** Accepted `acr` claims (OpenID Connect Core, section 2). If empty, all are accepted. */
  requiredAcr: values.OIDC_REQUIRED_ACR?.split(' ') ?? [],
});
