import { constants } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import type {
  BodyOf,
  ParamsIn,
  ResponseBody,
  Sends,
  Upstream,
  UpstreamMethod,
} from '#platform/upstreams/define-upstream.ts';

/** Method and path template, such as `GET /notes/:noteId`. */
type Key = `${UpstreamMethod} /${string}`;

type Asked<K> = Omit<FastifyRequest, 'params' | 'query' | 'body'> & {
  readonly params: Readonly<Record<K extends `${string} ${infer P}` ? ParamsIn<P> : string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON; a Buffer for any other content type. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
};

type Body<R extends ResponseBody> = R extends 'stream' ? Buffer : BodyOf<R>;
type Result<R extends ResponseBody> = Body<R> | FastifyReply | undefined;
type Handler<K, R extends ResponseBody> = (
  request: Asked<K>,
  reply: FastifyReply,
) => Result<R> | Promise<Result<R>>;

type Union<T> = (T extends unknown ? (value: T) => void : never) extends (value: infer I) => void ? I : never;
/** Requests of a client, such as `{ 'GET /notes': TArray<…> }`. Misses those of async functions, whose type does not name them. */
type RequestsOf<C> = Union<
  { [F in keyof C]: C[F] extends (...args: never) => infer R ? Sent<R> : never }[keyof C]
>;
type Sent<R> = R extends Sends<infer K, infer B> ? ([K] extends [Key] ? { [One in K]: B } : never) : never;

/** Handlers by request. The types of the client's functions type the results; other requests accept any result. */
export type FakeHandlers<C> = {
  readonly [K in keyof RequestsOf<C>]?: Handler<K, RequestsOf<C>[K] & ResponseBody>;
  // oxlint-disable-next-line typescript/no-explicit-any
} & { readonly [K in Key]?: (request: any, reply: FastifyReply) => unknown };

/** Fault of a request: waits for `delayMs`, then fails with a status, or closes the connection without a response. */
export interface Fault {
  readonly delayMs?: number;
  readonly fails?: number | 'disconnect';
}

/** Faults by request; `*` applies to requests without a fault of their own. */
export type Faults = { readonly [K in Key | '*']?: Fault };

/**
 * Creates an HTTP server that responds like an upstream. A handler is a Fastify handler; `undefined` becomes 404 for a GET, otherwise 204. A request
 * without a handler gets 501, and makes `close` throw, so that a test fails.
 */
export function fakeUpstream<C>({ name }: Upstream<string, C>, handlers: FakeHandlers<C>) {
  // Has no limit of its own, because a call's `bodyBytes` may be large.
  const app = Fastify({ forceCloseConnections: true, bodyLimit: constants.MAX_LENGTH });
  const missing = new Set<string>();
  let faults: Faults = {};
  const setFaults = (next: Faults): void => {
    const unknown = Object.keys(next).filter((key) => key !== '*' && !Object.hasOwn(handlers, key));
    if (unknown.length > 0)
      throw Object.assign(new Error(`${name}: no handler for ${unknown.join(', ')}`), { statusCode: 400 });
    faults = next;
  };
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    console.error(error);
    return reply.code(error.statusCode ?? 500).send({ title: error.message });
  });
  app.setNotFoundHandler(({ method, url }, reply) => {
    const title = `${name}: no handler for ${method} ${url}`;
    missing.add(title);
    console.error(title);
    return reply.code(501).send({ title });
  });
  for (const [key, handler] of Object.entries(handlers as Record<Key, Handler<string, undefined>>)) {
    const [method = '', url = ''] = key.split(' ');
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const { delayMs = 0, fails } = faults[key as Key] ?? faults['*'] ?? {};
        if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
        if (fails === 'disconnect') {
          reply.hijack();
          return request.raw.destroy();
        }
        if (fails !== undefined) return reply.code(fails).send({});
        const result = await handler(request as Asked<string>, reply);
        return result === undefined && !reply.sent ? reply.code(method === 'GET' ? 404 : 204).send() : result;
      },
    });
  }
  app.put<{ Body: Faults }>('/-/faults', (request, reply) => {
    setFaults(request.body);
    return reply.code(204).send();
  });
  return {
    /** Replaces all faults, as `PUT /-/faults` does. */
    setFaults,
    /** Returns the origin. */
    listen: (port = 0): Promise<string> => app.listen({ port, host: '127.0.0.1' }),
    close: async (): Promise<void> => {
      await app.close();
      if (missing.size > 0) throw new Error([...missing].join('\n'));
    },
  };
}
