import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { AppError, platformError } from '#contract/kit/app-error.ts';
import type { Anonymous } from '#contract/kit/session/define-session.ts';
import type { StartSpan } from '#contract/kit/span.ts';
import type { Session } from '#contract/session.ts';
import type { Settings as ProductSettings } from '#settings.ts';
import { createConnection, type Sender } from './connection.ts';
import type { RequestOptions, Upstream, UpstreamMethods, UpstreamRequest } from './define-upstream.ts';
import { exchange, type UpstreamResponse } from './exchange.ts';
import { valueOf } from './parse-response.ts';
import { prepareRequest, type Origin, type PreparedRequest } from './prepare-request.ts';
import { defaults, type Settings } from './settings.ts';
import { tracedExchange } from './traced-exchange.ts';
import { statusError, UpstreamError } from './upstream-error.ts';

type Log = Pick<FastifyBaseLogger, 'debug' | 'warn'>;

/** The request of the browser on whose behalf upstreams are called. */
export interface Context extends Origin, Sender {
  readonly session: Session | Anonymous;
  /** The access token of the user who is signed in. */
  readonly token: () => Promise<string | undefined>;
  /**
   * To be called where the upstream has refused that token or, without one, what it got of the session's `private`. Resolves with a newer
   * token. Otherwise the session ends, and it throws `not-signed-in`; `upstream-refused` if what was refused is new.
   */
  readonly refused: (token?: string) => Promise<string>;
  readonly log: Log;
}

interface Observed extends Record<string, string> {
  readonly upstream: string;
  /** Method and template, such as `GET /things/:thingId`. */
  readonly call: string;
  /** `ok`, `mapped` (a status that the request maps), `cancelled`, or the error's code. */
  readonly outcome: string;
}

/** Settings, log, metrics and tracing that all upstreams share. */
export interface Environment {
  readonly settings: ProductSettings;
  readonly log: Log;
  readonly observe: (labels: Observed, seconds: number) => void;
  /** Undefined: nothing is traced. */
  readonly startSpan?: StartSpan | undefined;
}

/** One upstream at its base URL: its connections, and its client for each request of the browser. */
export class OpenUpstream {
  readonly name: string;
  readonly connection: ReturnType<typeof createConnection>;
  readonly #upstream: Upstream;
  readonly #environment: Environment;
  readonly #settings: Settings;
  /** The path of the base URL. */
  readonly #prefix: string;
  /** Makes headers of the user's access token. */
  readonly #credential: ((token: string) => Readonly<Record<string, string>>) | undefined;

  constructor(upstream: Upstream, url: URL, environment: Environment) {
    const { name, options } = upstream;
    const { log, startSpan } = environment;
    const { headers: _headers, errors: _errors, as, ...overrides } = options;
    this.name = name;
    this.#upstream = upstream;
    this.#environment = environment;
    this.#settings = { ...defaults, ...overrides };
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#credential = as === 'person' ? (token) => ({ authorization: `Bearer ${token}` }) : as;
    this.connection = createConnection(
      url.origin,
      this.#settings,
      (breaker) => log.warn({ upstream: name, breaker }, 'circuit breaker'),
      startSpan ? tracedExchange(startSpan, name, url) : exchange,
    );
  }

  /** The client for one request of the browser, with the headers and errors of the upstream. */
  bind(context: Context): unknown {
    const { client, options } = this.#upstream;
    const { headers, sendsPrivate } = commonHeaders(options, this.#environment.settings, context.session);
    const errors = this.#credential ? { 401: 'not-signed-in' as const, ...options.errors } : options.errors;
    const method =
      (method: UpstreamRequest['method']) =>
      (path: string, request: RequestOptions, response?: UpstreamRequest['response']) =>
        this.#call(
          {
            ...request,
            headers: headers ? { ...headers, ...request.headers } : request.headers,
            errors: errors ? { ...errors, ...request.errors } : request.errors,
            method,
            path,
            response,
          },
          context,
          sendsPrivate,
        );
    return client({
      get: method('GET'),
      post: method('POST'),
      put: method('PUT'),
      patch: method('PATCH'),
      delete: method('DELETE'),
    } as UpstreamMethods);
  }

  /** Sends one request, and logs and measures how it ended. */
  async #call(request: UpstreamRequest, context: Context, sendsPrivate: boolean): Promise<unknown> {
    const startedAt = performance.now();
    const call = `${request.method} ${request.path}`;
    let outcome = 'error';
    try {
      context.signal.throwIfAborted();
      const response = await this.#send(request, context, sendsPrivate);
      const value = valueOf(response, request);
      outcome = response.status >= 400 ? 'mapped' : 'ok';
      return value;
    } catch (thrown) {
      if (context.signal.aborted) {
        outcome = 'cancelled';
        throw context.signal.reason;
      }
      const error = thrown instanceof UpstreamError ? thrown.toAppError(`${this.name}, ${call}`) : thrown;
      if (error instanceof AppError) outcome = error.code;
      throw error;
    } finally {
      const ms = performance.now() - startedAt;
      const labels = { upstream: this.name, call, outcome };
      context.log.debug({ ...labels, duration_ms: Math.round(ms * 10) / 10 }, 'upstream request');
      this.#environment.observe(labels, ms / 1_000);
    }
  }

  /** Sends a request with the user's credential, if the upstream takes one. */
  async #send(request: UpstreamRequest, context: Context, sendsPrivate: boolean): Promise<UpstreamResponse> {
    const prepared = prepareRequest(request, this.#prefix, context, this.#settings);
    const token = this.#credential && (await context.token());
    const response = await this.#sendWith(token, prepared, context);
    if (!isRefusal(response, request)) return response;
    if (token !== undefined || sendsPrivate) return this.#sendAgain(request, prepared, context, token);
    // It refused a credential of the service, about which the user can do nothing.
    if (context.session.subject !== null) throw statusError(response.status, undefined);
    return response;
  }

  /** Retries once with a newer credential. Safe for POST, too: a refused request was not worked on. */
  async #sendAgain(
    request: UpstreamRequest,
    prepared: PreparedRequest,
    context: Context,
    token: string | undefined,
  ): Promise<UpstreamResponse> {
    const newer = await context.refused(token);
    // A stream cannot be read twice.
    if (prepared.body instanceof Readable) throw platformError('unavailable', { retryAfterSeconds: 1 });
    const response = await this.#sendWith(newer, prepared, context);
    if (!isRefusal(response, request)) return response;
    await context.refused(newer);
    throw statusError(response.status, undefined);
  }

  #sendWith(token: string | undefined, prepared: PreparedRequest, context: Context) {
    const headers = token === undefined ? {} : (this.#credential?.(token) ?? {});
    for (const [name, value] of Object.entries(headers)) prepared.headers[name.toLowerCase()] = value;
    return this.connection.send(prepared, context);
  }
}

const isRefusal = ({ status }: UpstreamResponse, { errors }: UpstreamRequest) =>
  errors?.[status] === 'not-signed-in';

/** The headers of every request on behalf of a session, and whether they were made of its `private`. */
function commonHeaders(
  { headers }: Upstream['options'],
  settings: ProductSettings,
  session: Context['session'],
) {
  if (!headers) return { headers: undefined, sendsPrivate: false };
  let sendsPrivate = false;
  const read = () => {
    sendsPrivate = true;
    return 'private' in session ? session.private : undefined;
  };
  const watched = Object.create(session, { private: { get: read } }) as typeof session;
  return { headers: headers({ settings, session: watched }), sendsPrivate };
}
