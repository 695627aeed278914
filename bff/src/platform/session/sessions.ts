import { randomBytes } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import { Gauge } from '@prometheus-io/client';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { limits } from '#contract/kit/limits.ts';
import type { Roles } from '#contract/kit/call.ts';
import type { SessionSchema } from '#contract/kit/session/define-session.ts';
import { cookieName } from '#contract/kit/session/session-state.ts';
import { isBeneathApi } from '#edge/paths.ts';
import { createAttempts, createLimit, type LimitAttempts, networkOf, tooMany } from './attempts.ts';
import { createAudit } from './audit.ts';
import { createSessions } from './create-sessions.ts';
import { handlerSession } from './handler-session.ts';
import type { FromClaims } from './oidc/from-claims.ts';
import { tellSession } from './session-header.ts';
import { createRefusedCredential } from './refused-credential.ts';
import { sessionRoutes } from './session-routes.ts';
import type { SessionSettings } from './session-settings.ts';
import { createMemoryStore } from './store/memory-store.ts';
import { createSeal } from './store/seal.ts';
import type { SessionStore } from './store/session-store.ts';

interface Options {
  readonly schema: SessionSchema;
  readonly permissionsOf: Roles;
  readonly settings: SessionSettings;
  readonly fromClaims: FromClaims;
  /** Whether people may choose a role instead of signing in, if there is no provider. */
  readonly isDevelopment: boolean;
}

/** What other plugins need of sign-in. */
export interface SignIn {
  readonly find: ReturnType<typeof createSessions>['find'];
  readonly handlerSession: ReturnType<typeof handlerSession>;
  readonly endStreamIfOver: ReturnType<typeof createSessions>['endStreamIfOver'];
  /** For upstreams with `as: 'person'`. */
  readonly accessToken: (request: FastifyRequest) => Promise<string | undefined>;
  readonly refused: ReturnType<typeof createRefusedCredential>;
  readonly storeState: SessionStore['state'];
}

/** Sign-in: the sessions of requests, their calls, and the OpenID provider. Loaded only if the contract declares a session. */
export const sessions = fp<Options>(
  async (app, { schema, permissionsOf, settings, fromClaims, isDevelopment }) => {
    const audit = createAudit(app);
    const { store: address, secrets } = settings;
    const store = address
      ? await (await import('./store/valkey-store.ts')).openValkeyStore({ address, secrets, log: app.log })
      : createMemoryStore();
    app.addHook('onClose', async () => store.close());
    let limitAttempts: LimitAttempts;
    let limitSignIns: ReturnType<typeof createLimit>;
    const lifecycle = createSessions({
      schema,
      permissionsOf,
      store,
      audit,
      limitSignIns: (request) => limitSignIns(request, `sign-ins ${networkOf(request)}`),
    });
    const oidc =
      settings.oidc &&
      (await import('./oidc/open-provider.ts')).openProvider(settings.oidc, { lifecycle, store, audit });
    const up: Gauge = new Gauge({
      name: 'session_store_up',
      help: '1 while the session store answers',
      registers: [app.metrics],
      collect() {
        up.set(store.state() === 'degraded' ? 0 : 1);
      },
    });

    app.addHook('onSend', (request, reply, payload, done) => {
      const { permission = '' } = request.routeOptions.config;
      const isForAnyone = permissionsOf['anonymous']?.includes(permission) ?? false;
      if (isBeneathApi(request.url)) tellSession(request, reply, isForAnyone);
      done(null, payload);
    });

    await app.register(async (limited) => {
      await limited.register(rateLimit, {
        max: limits.SESSION_CALLS_A_MINUTE,
        timeWindow: 60_000,
        nameSpace: `${cookieName('limits')}:`,
        // Without its store there is no sign-in anyway.
        ...(store.redis && { redis: store.redis }),
        skipOnError: true,
        // It forgets what was not counted for longest: to flush a count takes as many others, from many addresses.
        cache: 100_000,
        errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
        addHeaders: silent,
        addHeadersOnExceeding: silent,
      });
      limitAttempts = createAttempts(limited, audit);
      limitSignIns = createLimit(limited, limits.ATTEMPTS_AN_ADDRESS);
      const secrets = settings.secrets.length > 0 ? settings.secrets : [randomBytes(32).toString('hex')];
      const seal = createSeal(secrets, () => {});
      sessionRoutes(limited, {
        schema,
        permissionsOf,
        lifecycle,
        store,
        audit,
        seal,
        fromClaims,
        oidc,
        isDevelopment,
      });
      if (!globalThis.IS_BUNDLE && isDevelopment && !oidc && !schema.screen) {
        const { developmentRoles } = await import('./development-roles.ts');
        developmentRoles(limited, { schema, permissionsOf, lifecycle });
      }
    });

    const accessToken = oidc?.accessToken ?? (async ({ found }) => found?.session.tokens?.access);
    app.decorate('signIn', {
      find: lifecycle.find,
      endStreamIfOver: lifecycle.endStreamIfOver,
      handlerSession: handlerSession(lifecycle, (request, account) => limitAttempts(request, account)),
      accessToken,
      refused: createRefusedCredential({ store, lifecycle, audit, accessToken }),
      storeState: store.state,
    });
  },
  { name: 'sessions', dependencies: ['metrics'] },
);

/** Retry-After is all that a browser needs to know. */
const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
};
