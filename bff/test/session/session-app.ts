import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { logEntries, testApp } from '../test-app.ts';
import { atProvider, type ProviderCookies } from './at-provider.ts';
import type { ProviderSettings } from '#platform/session/oidc/discover.ts';
import { sessionParts } from './session-parts.ts';
import { client, startTestProvider } from './test-provider.ts';
import type { Visitor } from './visitor.ts';

const people = {
  ann: { name: 'Ann', role: 'reader' },
  bo: { name: 'Bo', role: 'keeper' },
  guest: { name: 'Guest' },
};

/** Whether the backend service refuses a field; `seen` has the different ones in their order. */
type Refuses = (authorization: string, seen: readonly string[]) => boolean;

/** A backend service that answers with the Authorization header field that it gets, and notes those of persons. */
async function tokenService(refuses: Refuses) {
  const received: string[] = [];
  const server = createServer(({ headers }, response) => {
    const { authorization } = headers;
    if (authorization) received.push(authorization);
    if (authorization && refuses(authorization, [...new Set(received)])) response.statusCode = 401;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ token: authorization ? 'a token' : 'none' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), received };
}

/** The application with `sessionParts` beside a provider, and its log. */
export async function beside(
  options: Partial<Parameters<typeof startTestProvider>[0]> = {},
  settings: Partial<ProviderSettings> = {},
  refuses: Refuses = () => false,
) {
  const provider = await startTestProvider({ applications: ['http://localhost/web'], people, ...options });
  onTestFinished(provider.stop);
  const service = await tokenService(refuses);
  const { entries, stream } = logEntries();
  const oidc = {
    issuer: new URL(provider.issuer),
    clientId: client.id,
    clientSecret: client.secret,
    scopes: 'openid profile offline_access',
    publicOrigin: undefined,
    clientKey: undefined,
    authentication: undefined,
    parameters: new URLSearchParams(),
    requiredAcr: [],
    ...settings,
  };
  const session = { store: undefined, secrets: [], oidc };
  const config = {
    session,
    upstreams: { mine: service.url, ours: service.url },
    isDevelopment: false,
    logLevel: 'info',
  };
  const app = await testApp(config, { ...sessionParts, logTo: stream });
  return { app, provider, entries, received: service.received };
}

/** Begins a sign-in: the address at the provider. */
export const start = async (visitor: Visitor, search = '') =>
  String((await visitor.call(`GET /session/sign-in${search}`)).headers.location);
/** Comes back from the provider. */
export const callback = (visitor: Visitor, url: string) =>
  visitor.send('GET', url.replace('http://localhost', ''));

/** Signs a person in. Resolves with the last response. */
export async function signIn(
  visitor: Visitor,
  subject: string | undefined,
  search = '',
  cookies?: ProviderCookies,
) {
  const location = await start(visitor, search);
  return callback(visitor, await atProvider(location, subject, cookies));
}
