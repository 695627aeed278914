import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import * as Type from 'typebox';
import { checkOf } from '#platform/calls/check-value.ts';
import { platformError } from '#platform/contract/app-error.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

const config = { permission: 'status:read', sentByBrowser: true } as const;
// The sender may add fields.
const checkChange = checkOf(Type.Object({ noteId: Type.String() }, { additionalProperties: true }));

/** A webhook with which the notes' service tells all tabs that somebody has changed a note elsewhere. */
export const plugins: FastifyPluginAsync = async (app) => {
  await app.register(async (webhooks) => {
    // The signature covers the raw body.
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    webhooks.post<{ Body: Buffer }>(`${API_PATH}/webhooks/notes`, { config }, async (request, reply) => {
      const expected = createHmac('sha256', app.settings.NOTES_KEY).update(request.body).digest();
      const received = Buffer.from(String(request.headers['x-signature']), 'hex');
      if (received.length !== expected.length || !timingSafeEqual(received, expected))
        throw platformError('forbidden');
      const change = checkChange(JSON.parse(request.body.toString()));
      if (!change.ok) throw platformError('bad-request');
      app.services.broadcast.send(change.value.noteId);
      return reply.code(204).send();
    });
  });
};
