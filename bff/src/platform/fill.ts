import type { FastifyPluginAsync, FastifyRequest, HTTPMethods } from 'fastify';
import type Type from 'typebox';
import type { Call, Calls } from '#contract/define-calls.ts';

/** What a call does: from the request to the body of its success. It throws an `AppError` of the catalogue otherwise. */
export type Handler<C extends Call> = (request: FastifyRequest) => Promise<Type.Static<C['ok'][1]>>;

/** Makes an ordinary route of every call; one without a handler does not compile. */
export const fill =
  <C extends Calls>(
    calls: C,
    handlers: { readonly [K in keyof C]: Handler<C[K] & Call> },
  ): FastifyPluginAsync =>
  async (app) => {
    for (const [key, call] of Object.entries<Call>(calls)) {
      const [method, url] = key.split(' ') as [HTTPMethods, string];
      const [success, body] = call.ok;
      const handler = handlers[key as keyof C] as Handler<Call>;
      app.route({
        method,
        url,
        config: { permission: call.permission },
        schema: { response: { [success]: body } },
        handler: async (request, reply) => reply.code(success).send(await handler(request)),
      });
    }
  };
