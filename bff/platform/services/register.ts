import fp from 'fastify-plugin';
import type { Service, ServiceContext } from './define-service.ts';

/**
 * Opens the services one after another, and closes them in reverse order after the last request. If a service fails to open, rejects with an error
 * that names the service.
 */
export const registerServices = fp<{ services: Readonly<Record<string, Service>>; settings: object }>(
  async (app, { services, settings }) => {
    const context = { settings, log: app.log, metrics: app.metrics } as ServiceContext;
    const opened: Record<string, { close?: () => unknown }> = {};
    app.addHook('onClose', async () => {
      // oxlint-disable-next-line no-await-in-loop
      for (const service of Object.values(opened).toReversed()) await service.close?.();
    });
    for (const [name, open] of Object.entries(services)) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        opened[name] = await open(context);
      } catch (cause) {
        app.log.fatal({ err: cause }, `failed to open the service ${name}`);
        // oxlint-disable-next-line preserve-caught-error -- only the log redacts secrets, which it may contain
        throw new Error(`bff/src/services/all.ts: failed to open the service ${name}; see the log`);
      }
    }
    app.decorate('settings', context.settings);
    app.decorate('services', opened as never);
  },
  { name: 'services', dependencies: ['metrics'] },
);
