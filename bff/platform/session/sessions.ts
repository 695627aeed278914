import { randomBytes } from 'node:crypto';
import { Counter, Gauge } from '@prometheus-io/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { limits } from '#platform/contract/limits.ts';
import { failStartup } from '#platform/start-errors.ts';
import { isBeneathApi } from '#platform/edge/paths.ts';
import type { IsTrusted } from '#platform/http/client-address.ts';
import { createAttempts } from './attempts.ts';
import { createAudit } from './audit.ts';
import { limitsIn, networkLimit } from '#platform/http/overload/create-limit.ts';
import { createSessions, type SignInContext } from './create-sessions.ts';
import { createRefuse } from './refuse.ts';
import { createRejectedCredential } from './rejected-credential.ts';
import { setSessionHeader } from './session-header.ts';
import { sessionRoutes } from './session-routes.ts';
import type { SessionSettings } from './session-settings.ts';
import type { AccessToken } from './session-context.ts';
import { createVersions } from './session-version.ts';
import { createMemoryStore } from './store/memory-store.ts';
import { createSeal } from './store/seal.ts';

interface Options extends Pick<SignInContext, 'schema' | 'permissionsOf' | 'fromClaims' | 'isDevelopment'> {
  readonly isTrusted: IsTrusted;
  readonly settings: SessionSettings;
}

export type SignIn = Awaited<ReturnType<typeof openSignIn>>;

/** Sessions, their endpoints and the OpenID provider. Loaded only if the contract declares a session. */
export const sessions = fp<Options>(
  async (app, options) => {
    const { permissionsOf } = options;
    app.addHook('onSend', (request, reply, payload, done) => {
      const { permission = '' } = request.routeOptions.config;
      const isPublic = permissionsOf['anonymous']?.includes(permission) ?? false;
      if (isBeneathApi(request.url)) setSessionHeader(request, reply, isPublic);
      done(null, payload);
    });
    // A child context, because the session's routes have an error handler of their own.
    await app.register(async (own) => void app.decorate('signIn', await openSignIn(own, options)));
  },
  { name: 'sessions', dependencies: ['metrics'] },
);

async function openSignIn(app: FastifyInstance, { settings, isTrusted, ...options }: Options) {
  const audit = createAudit(app);
  const unreadable = new Counter({
    name: 'session_records_unreadable_total',
    help: 'Stored sessions that no secret of SESSION_SECRET decrypts',
    registers: [app.metrics],
  });
  const { store: address, secrets } = settings;
  const store = address
    ? await (
        await import('./store/valkey-store.ts')
      ).openValkeyStore(address, secrets, app.log, () => unreadable.inc())
    : createMemoryStore(app.log);
  app.addHook('onClose', async () => store.close());
  const up: Gauge = new Gauge({
    name: 'session_store_up',
    help: '1 if the session store is available',
    registers: [app.metrics],
    collect() {
      up.set(store.state() === 'degraded' ? 0 : 1);
    },
  });
  const createLimit = limitsIn(app, store.redis);
  const keys = secrets.length > 0 ? secrets : [randomBytes(32).toString('hex')];
  const seal = createSeal(keys);
  const versions = createVersions(keys);
  const { limitAttempts, succeed } = await createAttempts(createLimit, audit, seal);
  // The limits below only protect from load, so they must not reject requests while the store is unavailable.
  const open = { skipOnError: true };
  const limitCalls = await createLimit('calls', {
    ...open,
    max: limits.SESSION_CALLS_PER_MINUTE,
    ms: 60_000,
  });
  const own = {
    ...options,
    store,
    audit,
    refuse: createRefuse(audit),
    seal,
    versionFor: versions.versionFor,
    // Counts a call with a session against this session, not against the network, so that other clients in the network cannot block a sign-out.
    limitCalls: (request: FastifyRequest) => limitCalls(request, request.sessionRecord?.key),
    limitLogouts: await createLimit('logout', { ...open, max: 30 }),
  };
  const limitSignIns = await networkLimit(createLimit, 'sign-ins', {
    ...open,
    max: limits.SIGN_IN_ATTEMPTS_PER_IP,
  });
  const lifecycle = createSessions(own, limitSignIns);
  const context: SignInContext = { ...own, lifecycle };
  const oidc =
    settings.oidc && (await import('./oidc/open-provider.ts')).openProvider(app, context, settings.oidc);
  if (settings.ingress && options.schema.screen)
    failStartup([
      'INGRESS_USER_HEADER is set, but bff/src/contract/session.ts has a `screen`: expected one of them',
    ]);
  const ingress =
    settings.ingress &&
    (await import('./ingress.ts')).openIngress(app, context, { ...settings.ingress, isTrusted });
  sessionRoutes(app, context, oidc, ingress !== undefined);
  const checks = oidc ?? ingress;
  const accessToken: AccessToken =
    oidc?.accessToken ?? (async ({ sessionRecord }) => sessionRecord?.tokens?.access);
  const { begin, change, signOut, find, endStreamIfOver } = lifecycle;
  return {
    find: (request: FastifyRequest, reply: FastifyReply) =>
      find(request, (session) => (checks ? checks.recheck(request, reply, session) : session)),
    isForAnother: versions.isForAnother,
    endStreamIfOver: (request: FastifyRequest) => endStreamIfOver(request, oidc?.isDue ?? (() => false)),
    /** Used for requests to upstreams with `auth: 'user'`. */
    accessToken,
    onRejectedCredential: createRejectedCredential(context, accessToken),
    storeState: store.state,
    /** Counts the limits of calls for all BFFs. */
    redis: store.redis,
    handlerSession: (request: FastifyRequest, reply: FastifyReply) => ({
      ...request.session,
      begin: async ({ token, ...who }: Parameters<typeof begin>[2] & { readonly token?: string }) => {
        await begin(request, reply, { ...who, ...(token !== undefined && { tokens: { access: token } }) });
        succeed(request, reply);
      },
      change: (changes: Parameters<typeof change>[2]) => change(request, reply, changes),
      end: async () => void (await signOut(request, reply)),
      limitAttempts: (account: string) => limitAttempts(request, account),
    }),
  };
}
