import type { Readable } from 'node:stream';
import type {
  FastifyBaseLogger,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import { AppError, platformError, type Fail } from '#contract/kit/app-error.ts';
import { isMarked } from '#contract/kit/content.ts';
import type { Call, Calls, CodesOf, Given, Successes } from '#contract/kit/call.ts';
import type { Catalogue } from '#contract/kit/error-catalogue.ts';
import { limits } from '#contract/constants.ts';
import type { PlatformCode } from '#contract/kit/platform-errors.ts';
import { acceptBytes } from './bytes-body.ts';
import { send } from './send-reply.ts';
import type { Session } from '#platform/session/authenticate.ts';
import { closed } from '#contract/kit/closed-schema.ts';
import { compileWaiting, serializerCompiler, validatorCompiler } from './validation.ts';

/** What every call's work is given beside its input. */
interface Around<E extends Catalogue, C extends Call> {
  /** Who is asking, or nobody. */
  readonly session: Session | null;
  /** Aborts when the deadline passes or the browser leaves. */
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  readonly upstreams: FastifyRequest['upstreams'];
  /** Throws one of the errors that the call declares, or one of the platform's. */
  readonly fail: Fail<E, Extract<CodesOf<C> | PlatformCode, keyof E>>;
  readonly request: FastifyRequest;
  /** For header fields of a reply; its body is what the work returns. */
  readonly reply: FastifyReply;
}

type OneOf<S extends { readonly body: unknown }> = S['body'];
type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

/** What the work of a call returns: the body of its success; where there are several, the status beside it. */
type Outcome<C extends Call> =
  true extends IsUnion<keyof C['ok'] & number> ? Successes<C, Readable> : OneOf<Successes<C, Readable>>;

export type Work<E extends Catalogue, C extends Call> = (
  given: Given<C, Readable> & Around<E, C>,
) => Outcome<C> | Promise<Outcome<C>>;

/** A call is worked on, mocked until it is, or not there yet (501). */
export type CallHandler<E extends Catalogue, C extends Call> =
  | Work<E, C>
  | { readonly mock: Outcome<C> }
  | 'not-implemented';

export type Handlers<E extends Catalogue, C extends Calls> = {
  readonly [K in keyof C]: C[K] extends Call ? CallHandler<E, C[K]> : never;
};

interface Options {
  /** Mocks are for screens whose upstreams do not exist yet: production takes them only where a setting says so. */
  readonly allowMocks: boolean;
}

/** Makes an ordinary route of every call of the contract; one that nothing fills does not compile. */
export const registerCalls =
  <const E extends Catalogue, const C extends Calls>(
    catalogue: E,
    calls: C,
    handlers: Handlers<E, C>,
    { allowMocks }: Options = { allowMocks: false },
  ): FastifyPluginAsync =>
  async (app) => {
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    app.addHook('onListen', compileWaiting);
    const fail = (code: string, extra?: object): never => {
      const entry = catalogue[code];
      if (!entry) throw new TypeError(`${code} is not in the catalogue`);
      throw new AppError(code, entry, extra ? { extra } : {});
    };
    for (const [key, call] of Object.entries<Call>(calls)) {
      const [method, url] = split(key, call);
      const filling = handlers[key as keyof C] as CallHandler<Catalogue, Call>;
      if (typeof filling === 'object' && !allowMocks)
        throw new Error(`${key} is mocked, which production takes only with ALLOW_MOCKS=true`);
      const work = workOf(filling);
      if (call.body && isMarked(call.body) && call.body.kind === 'bytes')
        acceptBytes(app, call.body.mediaType);
      const statuses = Object.keys(call.ok).map(Number);
      app.route({
        method,
        url,
        config: {
          permission: call.permission,
          call: call.id,
          deadlineMs: call.deadlineMs ?? limits.CALL_MS,
          ...(call.compress === false && { compress: false }),
        },
        schema: schemaOf(call),
        handler: async (request, reply) => {
          const { params, query, headers, body, session, deadline, log } = request;
          if (typeof filling === 'object') reply.header('x-mock', 'true');
          const outcome = await deadline.meet(
            work({
              params,
              query,
              headers,
              body,
              session,
              // Made when the work asks for them.
              get signal() {
                return deadline.signal;
              },
              get upstreams() {
                return request.upstreams;
              },
              log,
              fail,
              request,
              reply,
            } as never),
          );
          const [only] = statuses;
          const success =
            statuses.length === 1
              ? { status: only, body: outcome }
              : (outcome as { status: number; body: unknown });
          return send(reply, success.status ?? 200, call, success.body);
        },
      });
    }
  };

function workOf(filling: CallHandler<Catalogue, Call>): (given: never) => unknown {
  if (typeof filling === 'function') return filling;
  if (filling === 'not-implemented')
    return () => {
      throw platformError('not-implemented');
    };
  return () => filling.mock;
}

function schemaOf(call: Call) {
  const replies = Object.entries(call.ok).filter(([, content]) => !isMarked(content));
  return {
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: closed(call.query) }),
    ...(call.headers && { headers: call.headers }),
    ...(call.body && !isMarked(call.body) && { body: closed(call.body) }),
    response: Object.fromEntries(replies),
  };
}

/** A key such as `GET /things/:thingId`; every parameter of its path is one of the schema, and the other way round. */
function split(key: string, call: Call): [HTTPMethods, string] {
  const [method, url] = key.split(' ') as [HTTPMethods, string];
  const named = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const described = Object.keys(call.params?.properties ?? {});
  const odd = named
    .filter((name) => !described.includes(name ?? ''))
    .concat(described.filter((name) => !named.includes(name)));
  if (odd.length > 0)
    throw new Error(`${key}: ${odd.join(', ')} stands in the path or in params, but not in both`);
  return [method, url];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The id of the call, for metrics and the log. */
    call?: string;
  }
}
