import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import Type from 'typebox';
import { AppError, failWith, platformError } from '#platform/contract/app-error.ts';
import type { Call } from '#platform/contract/call.ts';
import { isEvents, isNonJson } from '#platform/contract/content.ts';
import { oncePerSchema } from '#platform/contract/schema/once-per-schema.ts';
import { platformErrors } from '#platform/contract/platform-errors.ts';
import { declaredValue } from '#platform/schema/declared-value.ts';
import { limitsIn } from '#platform/http/overload/create-limit.ts';
import { decodeEventId } from './event-id.ts';
import { eventStream } from './event-stream.ts';
import type { AnyHandler, Contract } from './handler.ts';
import { openapi } from './openapi.ts';
import { registerBytes, registerUploads, type Upload } from './register-bodies.ts';
import { validatorCompiler } from './validation.ts';

interface Options extends Contract {
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly servesOpenapi?: boolean;
}

export const registerCalls: FastifyPluginAsync<Options> = async (app, options) => {
  const { errors, calls, handlers } = options;
  const { signIn } = app;
  app.setValidatorCompiler(validatorCompiler);
  const fail = failWith(errors);
  const uploads: Upload[] = [];
  const createLimit = limitsIn(app, signIn?.redis);
  for (const [key, call] of Object.entries<Call>(calls)) {
    const handler = handlers[key] as AnyHandler;
    const isMock = typeof handler === 'object';
    const handle = functionOf(handler);
    const { permission, limit, deadlineMs, compress, bodyBytes, extendsSession = !isEvents(call) } = call;
    const [onlyStatus = 200, ...otherStatuses] = Object.keys(call.responses).map(Number);
    const { max = 0, perMs: ms = 0 } = limit ?? {};
    // Only protects from load, so it must not reject calls while the session store is unavailable.
    // oxlint-disable-next-line no-await-in-loop
    const count = limit && (await createLimit(`call ${call.id}`, { max, ms, skipOnError: true }));
    const onError = async (error: unknown, request: FastifyRequest): Promise<void> => {
      if (!(error instanceof AppError)) return;
      if (!declares(call, error.code))
        request.log.error({ code: error.code }, `${key} does not declare the error`);
      // With `unauthenticated`, the handler reports that a backend service has rejected the session's credentials.
      if (signIn && request.sessionRecord && error.code === 'unauthenticated')
        await signIn.onRejectedCredential(request);
    };
    const route: RouteOptions = {
      ...routeOf(key),
      ...(bodyBytes && { bodyLimit: bodyBytes }),
      // Runs after authorization, and before the body is read.
      ...(count && { onRequest: (request) => count(request, request.client) }),
      // Event streams don't extend the session, because clients reconnect even while the user is idle.
      config: { permission, deadlineMs, compress, extendsSession },
      schema: schemaOf(call),
      handler: async (request, reply) => {
        if (isMock) reply.header('x-mock', 'true');
        const context = new Context(request, reply, fail);
        let result: unknown;
        try {
          result = await handle(context as never);
          // Ignores the result after an abort, because the error of the abort has already been sent.
          request.deadline.throwIfAborted();
        } catch (error) {
          await onError(error, request);
          throw error;
        }
        const only = { status: onlyStatus, body: result };
        const success = otherStatuses.length === 0 ? only : (result as typeof only);
        return send(reply, success, key, call, onError);
      },
    };
    if (call.files) uploads.push({ route, files: call.files, body: call.body });
    else if (call.body && isNonJson(call.body) && call.body.kind === 'bytes')
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

/** Argument of a handler, typed by `HandlerContext`. Its getters lazily create the members that few handlers use. */
class Context {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply, fail: unknown) {
    this.request = request;
    this.reply = reply;
    const { params, query, headers, body, uploads: files, log, server } = request;
    const { settings, services } = server;
    const sentId = headers['last-event-id'];
    const lastEventId = typeof sentId === 'string' ? decodeEventId(sentId) : undefined;
    Object.assign(this, { fail, params, query, headers, body, files, log, settings, services, lastEventId });
  }

  get session(): unknown {
    const { request, reply } = this;
    return request.server.signIn?.handlerSession(request, reply) ?? request.session;
  }

  get can() {
    return (permission: string): boolean => this.request.can(permission);
  }

  get signal() {
    return this.request.deadline.signal;
  }

  get upstreams() {
    return this.request.upstreams;
  }
}

/**
 * True if the call declares the error. The compiler checks this only in handlers: upstream clients and services may fail with any error.
 */
const declares = ({ errors }: Call, code: string) =>
  errors.includes(code) || Object.hasOwn(platformErrors, code);

/** Sends a success as the call declares it. Throws a `TypeError` for an undeclared status, and for a body that does not match its schema. */
function send(
  reply: FastifyReply,
  { status, body }: { readonly status: number; readonly body: unknown },
  key: string,
  call: Call,
  onError: (error: unknown, request: FastifyRequest) => Promise<void>,
): FastifyReply {
  const content = call.responses[status];
  if (!content) throw new TypeError(`${call.id} does not declare a success with status ${status}`);
  void reply.code(status);
  if (!isNonJson(content)) {
    const place = `${key}, ${status}: the response`;
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(declaredValue(content)(body, place)));
  }
  if (content.kind === 'empty') return reply.send();
  if (content.kind === 'bytes') return reply.type(content.mediaType).send(body);
  void reply.type('text/event-stream');
  // For HEAD, does not start the events, because nothing would read them, and they may never end.
  if (reply.request.method === 'HEAD') return reply.send();
  const items = body as AsyncIterable<unknown>;
  return reply.send(
    eventStream(
      withOnError(items, (error) => onError(error, reply.request)),
      content,
      reply,
    ),
  );
}

async function* withOnError(items: AsyncIterable<unknown>, onError: (error: unknown) => Promise<void>) {
  try {
    yield* items;
  } catch (error) {
    await onError(error);
    throw error;
  }
}

function functionOf(handler: AnyHandler): (context: never) => unknown {
  if (typeof handler === 'function') return handler;
  if (handler !== 'not-implemented') return () => handler.mock;
  return () => {
    throw platformError('not-implemented');
  };
}

const NO_FIELDS = Type.Object({});
/** A request has more headers than a call declares. */
const openHeaders = oncePerSchema((headers: Type.TObject) => ({ ...headers, additionalProperties: true }));

/** Converts the schemas of a request to Fastify's. Bytes have no schema. */
function schemaOf({ params, query, headers, body: declared, files }: Call) {
  const body = declared ?? (files && NO_FIELDS);
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers: openHeaders(headers) }),
    ...(body && !isNonJson(body) && { body }),
  };
}

function routeOf(key: string): { method: HTTPMethods; url: string } {
  const [method, url] = key.split(' ') as [HTTPMethods, string];
  return { method, url };
}
