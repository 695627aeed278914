import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { AppError, platformError } from '#contract/kit/app-error.ts';
import { fail } from '#contract/kit/fail.ts';
import type { StartSpan } from '#contract/kit/span.ts';
import type { Anonymous } from '#contract/kit/session/define-session.ts';
import type { Session } from '#contract/session.ts';
import type { Settings as ProductSettings } from '#settings.ts';
import { createConnection, type Sender } from './connection.ts';
import type {
  RequestOptions,
  Upstream,
  UpstreamMethod,
  UpstreamMethods,
  UpstreamRequest,
} from './define-upstream.ts';
import { exchange, type UpstreamResponse } from './exchange.ts';
import { checkUnread, parseError, parseSuccess } from './parse-response.ts';
import { prepareRequest, type Origin, type PreparedRequest } from './prepare-request.ts';
import { defaults } from './settings.ts';
import { tracedExchange } from './traced-exchange.ts';
import { statusError, UpstreamError } from './upstream-error.ts';

type Log = Pick<FastifyBaseLogger, 'debug' | 'warn'>;

/** The request of the browser on whose behalf upstreams are called. */
export interface Context extends Origin, Sender {
  readonly session: Session | Anonymous;
  /** The access token of the person who is signed in. */
  readonly token: () => Promise<string | undefined>;
  /**
   * To be called where the upstream has refused that token or, without one, what it got of the session's `private`. Resolves with a newer
   * token. Otherwise the session ends, and it throws `not-signed-in`; `upstream-refused` if what was refused is new.
   */
  readonly refused: (token?: string) => Promise<string>;
  readonly log: Log;
}

type Observed = {
  readonly upstream: string;
  /** Method and template, such as `GET /things/:thingId`. */
  readonly call: string;
  /** `ok`, `mapped` (a status that the request maps), `cancelled`, or the error's code. */
  readonly outcome: string;
};

interface Options {
  readonly settings: ProductSettings;
  readonly log: Log;
  readonly observe: (labels: Observed, seconds: number) => void;
  /** Undefined: nothing is traced. */
  readonly startSpan?: StartSpan | undefined;
}

type Defined<U> = { readonly [K in keyof U]: Upstream<K & string> };
type Clients<U> = { readonly [K in keyof U]: U[K] extends Upstream<string, infer C> ? C : never };

/** The value that a request resolves with. Throws an error that its status is mapped to, or `invalid-response`. */
function valueOf(response: UpstreamResponse, request: UpstreamRequest): unknown {
  if (response.status >= 400) {
    const mapped = request.errors?.[response.status];
    return typeof mapped === 'string' ? fail(mapped) : mapped?.(parseError(response));
  }
  if (request.response === 'stream') return response.stream;
  return request.response ? parseSuccess(response, request.response) : checkUnread(response);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function openUpstream(
  { name, client, options }: Upstream,
  url: URL,
  { settings: product, log, observe, startSpan }: Options,
) {
  const { headers: headersFor, as, errors: declared, ...own } = options;
  const credential = as === 'person' ? bearer : as;
  const errors = credential ? { 401: 'not-signed-in' as const, ...declared } : declared;
  const prefix = url.pathname.replace(/\/+$/, '');
  const settings = { ...defaults, ...own };
  const connection = createConnection(
    url.origin,
    settings,
    (breaker) => log.warn({ upstream: name, breaker }, 'circuit breaker'),
    startSpan ? tracedExchange(startSpan, name, url) : exchange,
  );

  const withToken = (request: PreparedRequest, token: string | undefined): PreparedRequest => {
    if (!credential || token === undefined) return request;
    for (const [field, value] of Object.entries(credential(token)))
      request.headers[field.toLowerCase()] = value;
    return request;
  };

  const isRefusal = (status: number, { errors: mapped }: UpstreamRequest) =>
    mapped?.[status] === 'not-signed-in';

  /** After a refusal of a person's credential: sends the request with a newer one, POST too, since what was refused was not worked on. */
  async function sendAgain(
    request: UpstreamRequest,
    prepared: PreparedRequest,
    context: Context,
    token?: string,
  ) {
    const newer = await context.refused(token);
    // What was read of a stream is lost.
    if (prepared.body instanceof Readable) throw platformError('unavailable', { retryAfterSeconds: 1 });
    const response = await connection.send(withToken(prepared, newer), context);
    if (!isRefusal(response.status, request)) return response;
    await context.refused(newer);
    throw statusError(response.status, undefined);
  }

  async function call(request: UpstreamRequest, context: Context, sendsPrivate: boolean): Promise<unknown> {
    const startedAt = performance.now();
    const { signal } = context;
    const labels = { upstream: name, call: `${request.method} ${request.path}`, outcome: 'error' };
    try {
      signal.throwIfAborted();
      const prepared = prepareRequest(request, prefix, context, settings);
      const token = credential && (await context.token());
      let response = await connection.send(withToken(prepared, token), context);
      if (isRefusal(response.status, request)) {
        if (token !== undefined || sendsPrivate)
          response = await sendAgain(request, prepared, context, token);
        // It has refused a key of the service, of which the person knows nothing.
        else if (context.session.subject !== null) throw statusError(response.status, undefined);
      }
      const value = valueOf(response, request);
      labels.outcome = response.status >= 400 ? 'mapped' : 'ok';
      return value;
    } catch (thrown) {
      if (signal.aborted) {
        labels.outcome = 'cancelled';
        throw signal.reason;
      }
      const error = thrown instanceof UpstreamError ? thrown.toAppError(`${name}, ${labels.call}`) : thrown;
      if (error instanceof AppError) labels.outcome = error.code;
      throw error;
    } finally {
      const ms = performance.now() - startedAt;
      context.log.debug({ ...labels, duration_ms: Math.round(ms * 10) / 10 }, 'upstream request');
      observe(labels, ms / 1_000);
    }
  }

  /** The client for one request of the browser, with the header fields and errors of the upstream. */
  const bind = (context: Context) => {
    let sendsPrivate = false;
    const { session } = context;
    const read = () => {
      sendsPrivate = true;
      return 'private' in session ? session.private : undefined;
    };
    const watched = headersFor && (Object.create(session, { private: { get: read } }) as typeof session);
    const headers = watched && headersFor({ settings: product, session: watched });
    const method =
      (name: UpstreamMethod) =>
      (path: string, request: RequestOptions, response?: UpstreamRequest['response']) => {
        const sent = {
          ...request,
          headers: headers ? { ...headers, ...request.headers } : request.headers,
          errors: errors ? { ...errors, ...request.errors } : request.errors,
          method: name,
          path,
          response,
        };
        return call(sent, context, sendsPrivate);
      };
    return client({
      get: method('GET'),
      post: method('POST'),
      put: method('PUT'),
      patch: method('PATCH'),
      delete: method('DELETE'),
    } as UpstreamMethods);
  };
  return { ...connection, name, bind };
}

/** Opens all upstreams at their base URLs. The clients have the types of `U`: a test may pass upstreams of its own in their place. */
export function createUpstreams<U extends Defined<U>>(
  upstreams: Readonly<Record<string, Upstream>>,
  urls: Readonly<Record<string, URL>>,
  options: Options,
) {
  const open = Object.entries(upstreams).map(([key, upstream]) =>
    openUpstream(upstream, urls[key] as URL, options),
  );
  /** The clients for one request of the browser, each made when it is used. */
  class ClientsOfRequest {
    readonly context: Context;

    constructor(context: Context) {
      this.context = context;
    }
  }
  for (const { name, bind } of open)
    Object.defineProperty(ClientsOfRequest.prototype, name, {
      get(this: ClientsOfRequest) {
        return bind(this.context);
      },
    });
  return {
    /** The clients for one request of the browser. */
    bind: (context: Context) => new ClientsOfRequest(context) as unknown as Clients<U>,
    /** Without URLs. */
    states: () => open.map(({ name, state }) => ({ name, state: state() })),
    /** The requests that run and wait, and whether the breaker is open. */
    loads: () => open.map(({ name, load }) => ({ upstream: name, ...load() })),
    /** Resolves when the requests under way have ended. */
    close: async (): Promise<void> => {
      await Promise.all(open.map(({ close }) => close()));
    },
  };
}
