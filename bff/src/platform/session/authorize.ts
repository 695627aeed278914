import fp from 'fastify-plugin';
import { API_PATH } from '#contract/kit/api-path.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { ANY_ROLE, type Roles } from '#contract/kit/call.ts';
import { storeIsAway } from './authenticate.ts';

/** Answers 401 or 403 to a request whose role lacks the permission of its route. A route of the API without one prevents the start. */
export const authorize = fp<{ permissionsOf: Roles }>(
  async (app, { permissionsOf }) => {
    app.addHook('onRoute', ({ url, config }) => {
      if (url.startsWith(`${API_PATH}/`) && !config?.permission)
        throw new Error(`${url} names no permission`);
    });
    app.addHook('onRequest', ({ found, session, routeOptions, log }, _reply, done) => {
      const { permission } = routeOptions.config;
      const role = found === undefined ? 'anonymous' : session.role;
      const granted = Object.hasOwn(permissionsOf, role) ? permissionsOf[role] : undefined;
      if (!granted && role !== 'anonymous') log.error({ role }, 'unknown role: it has no permissions');
      if (!permission || permission === ANY_ROLE || granted?.includes(permission)) done();
      else if (found === undefined) done(storeIsAway());
      else done(platformError(session.subject === null ? 'not-signed-in' : 'forbidden'));
    });
  },
  { name: 'authorize', dependencies: ['authenticate'] },
);
