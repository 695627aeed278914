import { onTestFinished } from 'vitest';
import { readConfig, type Config } from '#platform/config.ts';
import type { ProductModules } from '#platform/product-modules.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { SESSION_PATH } from '#platform/contract/session/session-state.ts';
import type { ProviderSettings } from '#platform/session/session-settings.ts';
import { service } from '#platform/upstreams/test/test-service.ts';
import { logEntries, testApp } from '#platform/test/test-app.ts';
import { sessionModules } from './session-modules.ts';
import { startTestProvider, type TestProvider } from '#platform/testing/test-provider.ts';
import { Visitor } from './visitor.ts';

export const LOGOUT_PATH = `${SESSION_PATH}/back-channel-logout`;
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const notUsed = new URL('http://not-used.invalid');

export async function sessionApp(config: Partial<Config> = {}, modules: Partial<ProductModules> = {}) {
  const { entries, stream } = logEntries();
  const own = { upstreams: { mine: notUsed, ours: notUsed }, isDevelopment: false, logLevel: 'debug' };
  const app = await testApp({ ...own, ...config }, { ...sessionModules, logTo: stream, ...modules });
  return { app, entries };
}

export const audited = (entries: readonly Record<string, unknown>[], event?: string) =>
  entries.filter(({ session }) => session !== undefined && (event === undefined || session === event));

export const users = {
  ann: { name: 'Ann', role: 'reader' },
  bo: { name: 'Bo', role: 'keeper' },
  guest: { name: 'Guest' },
};

interface Options extends Partial<Parameters<typeof startTestProvider>[0]> {
  readonly settings?: Partial<ProviderSettings>;
  readonly config?: Partial<Config>;
  readonly modules?: Partial<ProductModules>;
  /** Returns true if the upstream rejects the Authorization header. `seen` lists the header's distinct values so far. */
  readonly rejects?: (authorization: string, seen: readonly string[]) => boolean;
}

/** Starts the application with a provider and an upstream. In the result, `received` lists the Authorization headers that the upstream got. */
export async function startSessionApp({
  settings,
  config,
  modules,
  rejects = () => false,
  ...options
}: Options = {}) {
  const applications = [`http://localhost${BASE_PATH}`, `https://www.example.org${BASE_PATH}`];
  const opened = Promise.withResolvers<Awaited<ReturnType<typeof sessionApp>>>();
  /** Delivers the provider's logout tokens to the application. */
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const { app } = await opened.promise;
    const form = { method: 'POST', headers: FORM, payload: String(init?.body as URLSearchParams) } as const;
    return new Response(null, { status: (await app.inject({ url: LOGOUT_PATH, ...form })).statusCode });
  };
  const configuration = { fetch, ...options.configuration };
  const provider = await startTestProvider({ applications, users, ...options, configuration });
  onTestFinished(provider.stop);
  const received: string[] = [];
  const url = await service(({ headers: { authorization } }, response) => {
    if (authorization) received.push(authorization);
    if (authorization && rejects(authorization, [...new Set(received)])) response.statusCode = 401;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ token: authorization ? 'a token' : 'none' }));
  });
  const oidc = { ...readConfig(provider.settings).session.oidc!, ...settings };
  const session = { store: undefined, secrets: [], oidc, ingress: undefined };
  opened.resolve(sessionApp({ session, upstreams: { mine: url, ours: url }, ...config }, modules));
  const { app, entries } = await opened.promise;
  const visitor = new Visitor(app);
  const refreshes = () => provider.requests.filter((request) => request === 'POST /token').length - 1;
  return { app, visitor, provider, entries, received, refreshes };
}

/** Changes the provider's JSON responses beneath a path. */
export function rewrite(provider: TestProvider, path: string, change: (reply: object) => object): void {
  const before = provider.intercept;
  provider.intercept = (request, response, next) => {
    if (!request.url?.startsWith(path)) return before ? before(request, response, next) : next();
    const end = response.end.bind(response) as (body: string) => typeof response;
    response.end = ((body: string) => {
      response.removeHeader('content-length');
      return end(JSON.stringify(change(JSON.parse(body) as object)));
    }) as never;
    next();
  };
}
