import fp from 'fastify-plugin';
import type { Roles } from '#contract/kit/call.ts';
import type { SessionSchema } from '#contract/kit/session/define-session.ts';
import { openStreams } from '#platform/calls/open-streams.ts';
import { unknownRoutes } from '#platform/http/errors/error-handler.ts';
import { type Authenticate, authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import type { FromClaims } from './oidc/from-claims.ts';
import type { SessionSettings } from './session-settings.ts';

interface Options {
  /** Null: all requests are anonymous. */
  readonly session: SessionSchema | null;
  readonly permissionsOf: Roles;
  readonly fromClaims: FromClaims;
  readonly authenticate?: Authenticate | undefined;
  readonly settings: SessionSettings;
  readonly isDevelopment: boolean;
}

/** Who sends a request, and whether they may. */
export const session = fp<Options>(
  async (app, { session: schema, permissionsOf, ...options }) => {
    // Streams of events end with their session.
    await app.register(openStreams);
    await app.register(authenticate, { find: options.authenticate });
    // After the session is known: a 404 keeps it alive, too.
    await app.register(unknownRoutes);
    await app.register(authorize, { permissionsOf });
    if (schema) {
      // Loaded only with a session, because the OpenID client is large.
      const { sessions } = await import('./sessions.ts');
      await app.register(sessions, { schema, permissionsOf, ...options });
    } else app.decorate('signIn', undefined);
  },
  { name: 'session-group' },
);
