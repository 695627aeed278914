import fp from 'fastify-plugin';
import { API_PATH } from '#contract/constants.ts';
import { permissionsOf, type Permission } from '#contract/permissions.ts';
import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission;
  }
}

/** Every call names its permission, and one that does not stops the boot. Who lacks it is told to sign in, or refused. */
export const authorize = fp(
  async (app) => {
    app.addHook('onRoute', ({ url, config }) => {
      if (url.startsWith(`${API_PATH}/`) && !config?.permission)
        throw new Error(`${url} names no permission`);
    });
    app.addHook('onRequest', async ({ session, routeOptions }) => {
      const { permission } = routeOptions.config;
      const granted: readonly Permission[] = permissionsOf[session?.role ?? 'anonymous'];
      if (!permission || granted.includes(permission)) return;
      throw new AppError(session ? 'forbidden' : 'not-signed-in');
    });
  },
  { name: 'authorize', dependencies: ['session'] },
);
