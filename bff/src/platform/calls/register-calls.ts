import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import Type from 'typebox';
import { AppError, failWith, platformError } from '#contract/kit/app-error.ts';
import type { Call, Calls, Roles } from '#contract/kit/call.ts';
import { closed } from '#contract/kit/schema/closed-schema.ts';
import { isEvents, isMarked } from '#contract/kit/content.ts';
import type { Catalogue } from '#contract/kit/error-catalogue.ts';
import { platformErrors } from '#contract/kit/platform-errors.ts';
import type { AnyHandler } from './handler.ts';
import { openapi } from './openapi.ts';
import { send } from './send-response.ts';
import { registerBytes } from './register-bytes.ts';
import { registerUploads, type Upload } from './register-uploads.ts';
import { serializerCompiler, validatorCompiler } from './validation.ts';

interface Options {
  readonly errors: Catalogue;
  readonly calls: Calls;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly permissionsOf: Roles;
  readonly servesOpenapi?: boolean;
}

export const registerCalls: FastifyPluginAsync<Options> = async (app, options) => {
  const { errors, calls, handlers } = options;
  const { signIn } = app;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const fail = failWith(errors);
  const uploads: Upload[] = [];
  for (const [key, call] of Object.entries<Call>(calls)) {
    const handler = handlers[key] as AnyHandler;
    const isMock = typeof handler === 'object';
    const handle = functionOf(handler);
    const { permission, deadlineMs, compress, bodyBytes } = call;
    const [onlyStatus = 200, ...otherStatuses] = Object.keys(call.ok).map(Number);
    const route: RouteOptions = {
      ...routeOf(key),
      ...(bodyBytes && { bodyLimit: bodyBytes }),
      // A browser asks again for a stream that broke off, also while its person is away.
      config: { permission, deadlineMs, compress, postponesEnd: !isEvents(call) },
      schema: schemaOf(call),
      handler: async (request, reply) => {
        if (isMock) reply.header('x-mock', 'true');
        const context = new Context(request, reply, fail);
        let result: unknown;
        try {
          result = await request.deadline.race(handle(context as never));
        } catch (error) {
          if (error instanceof AppError && !declares(call, error.code))
            request.log.error({ code: error.code }, `${key} does not declare the error`);
          // Who is signed in here is not signed in at a backend service.
          if (signIn && request.sessionRecord && error instanceof AppError && error.code === 'not-signed-in')
            await signIn.refused(request);
          throw error;
        }
        if (otherStatuses.length === 0) return send(reply, onlyStatus, call, result);
        const success = result as { status: number; body: unknown };
        return send(reply, success.status, call, success.body);
      },
    };
    if (call.files) uploads.push({ route, files: call.files });
    else if (call.body && isMarked(call.body) && call.body.kind === 'bytes')
      // oxlint-disable-next-line no-await-in-loop
      await app.register(registerBytes, { route, mediaType: call.body.mediaType });
    else app.route(route);
  }
  if (uploads.length > 0) await app.register(registerUploads, { uploads });
  if (options.servesOpenapi) {
    const document = openapi(options);
    app.get('/openapi.json', { config: { permission: 'status:read' } }, () => document);
  }
};

/** What a handler gets; `HandlerContext` gives it the types of its call. Getters, because most handlers need few of them. */
class Context {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly fail: unknown;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;

  constructor(request: FastifyRequest, reply: FastifyReply, fail: unknown) {
    this.request = request;
    this.reply = reply;
    this.fail = fail;
    this.params = request.params;
    this.query = request.query;
    this.headers = request.headers;
    this.body = request.body;
  }

  get session(): unknown {
    const { request, reply } = this;
    return request.server.signIn?.handlerSession(request, reply) ?? request.session;
  }

  get files() {
    return this.request.uploads;
  }

  get log() {
    return this.request.log;
  }

  get settings() {
    return this.request.server.settings;
  }

  get services() {
    return this.request.server.services;
  }

  get lastEventId() {
    return this.request.headers['last-event-id'];
  }

  get signal() {
    return this.request.deadline.signal;
  }

  get upstreams() {
    return this.request.upstreams;
  }
}

/** The compiler checks a handler's own `fail`; an upstream client or a service can throw any error of the catalogue. */
const declares = ({ errors }: Call, code: string) =>
  errors.includes(code) || Object.hasOwn(platformErrors, code);

function functionOf(handler: AnyHandler): (context: never) => unknown {
  if (typeof handler === 'function') return handler;
  if (handler !== 'not-implemented') return () => handler.mock;
  return () => {
    throw platformError('not-implemented');
  };
}

/** Fastify calls the query `querystring`. Bytes, events and an empty body have no schema. */
function schemaOf({ params, query, headers, body: declared, files, ok }: Call) {
  const body = declared ?? (files && Type.Object({}));
  return {
    ...(params && { params }),
    ...(query && { querystring: closed(query) }),
    ...(headers && { headers }),
    ...(body && !isMarked(body) && { body: closed(body) }),
    response: Object.fromEntries(Object.entries(ok).filter(([, content]) => !isMarked(content))),
  };
}

/** Method and URL of a key such as `GET /things/:thingId`. */
function routeOf(key: string): { method: HTTPMethods; url: string } {
  const [method, url] = key.split(' ') as [HTTPMethods, string];
  return { method, url };
}
