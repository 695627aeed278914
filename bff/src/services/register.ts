import fp from 'fastify-plugin';
import type { Service, ServiceContext } from './kit/define-service.ts';

/** Opens the services, one after the other, and closes them in reverse when the last request has ended. Rejects with the name of one that does not open. */
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
        // Only the log hides secrets, which such an error may contain.
        app.log.fatal({ err: cause }, `${name} does not open`);
        // oxlint-disable-next-line preserve-caught-error
        throw new Error(`bff/src/services/all.ts: ${name} does not open; the log says why`);
      }
    }
    app.decorate('settings', context.settings);
    app.decorate('services', opened as never);
  },
  { name: 'services', dependencies: ['metrics'] },
);
