import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import OidcProvider, {
  type ClientAuthMethod,
  type ClientMetadata,
  type Configuration,
  errors,
} from 'oidc-provider';

export const client = { id: 'web', secret: 'a-secret of.the_test*provider+&%' };

interface Options {
  readonly host?: string;
  /** 0 for any free port. */
  readonly port?: number;
  /** URLs of the applications that may sign in, with their base path, such as `http://localhost:8080/web`. */
  readonly applications: readonly string[];
  /** Claims of the users by subject. */
  readonly users: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly metadata?: Partial<ClientMetadata> & { readonly token_endpoint_auth_method?: ClientAuthMethod };
  readonly configuration?: Configuration;
}

type Intercept = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>;

/** Starts a certified OpenID provider with rotating refresh tokens, and a page to choose a user. */
export async function startTestProvider({ host = '127.0.0.1', port = 0, ...options }: Options) {
  const started = {
    /** Received requests, such as `POST /token`. */
    requests: [] as string[],
    /** Handles requests before the provider. `next` passes a request on to the provider. */
    intercept: undefined as Intercept | undefined,
  };
  let respond: (...args: Parameters<RequestListener>) => unknown;
  const server = createServer((request, response) => {
    started.requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    const next = () => void respond(request, response);
    if (started.intercept) started.intercept(request, response, next);
    else next();
  });
  const listen = async (at: number) => {
    server.listen(at, host);
    await once(server, 'listening');
  };
  await listen(port);
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;

  let signing: { readonly key: CryptoKey; readonly kid: string };
  const rotateKeys = async () => {
    const { privateKey: key } = await generateKeyPair('RS256', { extractable: true });
    signing = { key, kid: crypto.randomUUID() };
    respond = createListener(
      issuer,
      { ...(await exportJWK(key)), use: 'sig', alg: 'RS256', kid: signing.kid },
      options,
    );
  };
  await rotateKeys();
  return Object.assign(started, {
    issuer,
    /** Environment variables of an application that uses this provider. */
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_SCOPES: 'openid profile offline_access',
    },
    rotateKeys,
    /** Signs a token of the provider, such as a logout token. */
    sign: (payload: JWTPayload, typ = 'JWT'): Promise<string> =>
      new SignJWT({ iss: issuer, aud: client.id, ...payload })
        .setProtectedHeader({ alg: 'RS256', kid: signing.kid, typ })
        .sign(signing.key),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
    restart: () => listen(Number(new URL(issuer).port)),
  });
}

type Key = NonNullable<Configuration['jwks']>['keys'][number];

/** Creates the request listener of a provider that signs tokens with the key. */
function createListener(
  issuer: string,
  key: Key,
  { applications, users, metadata = {}, configuration }: Omit<Options, 'host' | 'port'>,
) {
  const day = 86_400;
  const provider: OidcProvider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: applications.map((application) => `${application}/api/session/callback`),
        post_logout_redirect_uris: applications.map((application) => `${application}/`),
        backchannel_logout_uri: `${applications[0]}/api/session/back-channel-logout`,
        backchannel_logout_session_required: true,
        ...metadata,
      },
    ],
    jwks: { keys: [key] },
    claims: {
      openid: ['sub', 'sid'],
      profile: ['name', 'picture', ...Object.values(users).flatMap(Object.keys)],
    },
    cookies: { keys: ['a key of the test provider'] },
    clientAuthMethods: [metadata.token_endpoint_auth_method ?? 'client_secret_basic'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: 300,
      RefreshToken: day,
      IdToken: 3_600,
      Session: day,
      Grant: day,
      Interaction: 3_600,
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (context, form) => {
          const button = '<button form="op.logoutForm" name="logout" value="yes">Sign out</button>';
          context.body = page(`${form}<p>${button}</p>`);
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/who/${uid}` },
    findAccount: async (_context, sub) =>
      users[sub] && { accountId: sub, claims: async () => ({ sub, ...users[sub] }) },
    // Skips the consent prompt.
    loadExistingGrant: async ({ oidc: { account } }) => {
      const grant = new provider.Grant({ accountId: account?.accountId ?? '', clientId: client.id });
      grant.addOIDCScope('openid profile offline_access');
      await grant.save();
      return grant;
    },
    fetch: fetchFromHere,
    ...configuration,
  });
  provider.proxy = true;
  const callback = provider.callback();
  const chooseUser = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { searchParams } = new URL(request.url ?? '', issuer);
    const { params } = await provider.interactionDetails(request, response);
    const accountId = searchParams.get('be') ?? params['login_hint'];
    if (searchParams.has('refuse'))
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    if (typeof accountId === 'string')
      return provider.interactionFinished(request, response, { login: { accountId } });
    const links = Object.keys(users).map((name) => `<p><a href="?be=${name}">${name}</a></p>`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return response.end(page(`<h1>Who are you?</h1>${links.join('')}<p><a href="?refuse">Refuse</a></p>`));
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    if (!request.url?.startsWith('/who/')) return callback(request, response);
    return chooseUser(request, response).catch((error: unknown) => {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page('<h1>This sign-in has ended</h1><p>Start again in the application.</p>'));
    });
  };
}

/** `fetch` without the provider's dispatcher, because that dispatcher rejects connections to this machine. */
const fetchFromHere: typeof fetch = (url, init) => {
  const here: RequestInit = { ...init };
  delete (here as { dispatcher?: unknown }).dispatcher;
  return fetch(url, here);
};

const page = (body: string) => `<!doctype html><html lang="en"><title>Test provider</title><body>${body}`;
