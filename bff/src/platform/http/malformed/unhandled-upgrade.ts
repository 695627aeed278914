import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';

/** Refuses a WebSocket handshake that nothing handles: nginx does not buffer its response, so none may be large. */
export const unhandledUpgrade = fp(async (app) => {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const isWebSocket = headers.upgrade?.toLowerCase() === 'websocket';
    done(isWebSocket ? platformError('bad-request', { detail: 'There is no WebSocket here.' }) : undefined);
  });
});
