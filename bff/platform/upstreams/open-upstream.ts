import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { AppError, platformError } from '#platform/contract/app-error.ts';
import type { StartSpan } from '#platform/contract/span.ts';
import type { Settings as ProductSettings } from '#platform/product/settings.ts';
import { createConnection } from './connection.ts';
import {
  methodsOf,
  type RequestOptions,
  type ResponseBody,
  type Upstream,
  type UpstreamRequest,
} from './define-upstream.ts';
import { exchange, type UpstreamResponse } from './exchange.ts';
import { createHealth, type State } from './health.ts';
import { valueOf } from './parse-response.ts';
import { prepareRequest, type PreparedRequest } from './prepare-request.ts';
import { defaults } from './settings.ts';
import { tracedExchange } from './traced-exchange.ts';
import { statusError, UpstreamError } from './upstream-error.ts';

interface Observed extends Record<string, string> {
  readonly upstream: string;
  /** Method and template, such as `GET /things/:thingId`. */
  readonly call: string;
  /** `ok`, `mapped` (a status that the request maps), `cancelled`, or the error's code. */
  readonly outcome: string;
}

export interface Environment {
  readonly settings: ProductSettings;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly observe: (labels: Observed, seconds: number) => void;
  readonly startSpan?: StartSpan | undefined;
}

/** Opens the connections to an upstream at its base URL. `bind` creates the upstream's client for one request. */
export function openUpstream(upstream: Upstream, url: URL, environment: Environment) {
  const { name, client, options } = upstream;
  const { headers: headersOf, errors: commonErrors, auth, ...overrides } = options;
  const settings = { ...defaults, ...overrides };
  const prefix = url.pathname.replace(/\/+$/, '');
  const credential = auth === 'user' ? (token: string) => ({ authorization: `Bearer ${token}` }) : auth;
  const errors = credential ? { 401: 'unauthenticated' as const, ...commonErrors } : commonErrors;
  const health = createHealth();
  const connection = createConnection(
    url.origin,
    settings,
    (breaker) => {
      environment.log.warn({ upstream: name, breaker }, 'circuit breaker changed state');
      if (breaker === 'closed') health.reset();
    },
    environment.startSpan ? tracedExchange(environment.startSpan, name, url) : exchange,
  );

  function withCredential(prepared: PreparedRequest, token: string | undefined): PreparedRequest {
    if (token === undefined || !credential) return prepared;
    const headers = { ...prepared.headers };
    for (const [header, value] of Object.entries(credential(token))) headers[header.toLowerCase()] = value;
    return { ...prepared, headers };
  }

  /**
   * Sends a request, with the user's credential if the upstream takes one. If the upstream rejects the credential, retries once with a newer
   * credential. Retries even a POST, because a rejected POST had no effect.
   */
  async function send(request: UpstreamRequest, sender: FastifyRequest, sendsPrivate: boolean) {
    const { signIn } = sender.server;
    const isRejection = ({ status }: UpstreamResponse) => request.errors?.[status] === 'unauthenticated';
    const prepared = prepareRequest(request, prefix, sender, settings);
    const token = credential && (await signIn?.accessToken(sender));
    const first = await connection.send(withCredential(prepared, token), sender);
    if (!isRejection(first)) return first;
    if (token === undefined && !sendsPrivate) {
      // The upstream rejected the application's own credential, so the user's session stays.
      if (sender.session.subject !== null) throw statusError(first.status, undefined);
      return first;
    }
    if (!signIn) throw platformError('unauthenticated');
    const newer = await signIn.onRejectedCredential(sender, token);
    // Does not retry a request with a stream, because a stream cannot be read twice.
    if (prepared.body instanceof Readable) throw platformError('unavailable', { retryAfterSeconds: 1 });
    const second = await connection.send(withCredential(prepared, newer), sender);
    if (!isRejection(second)) return second;
    await signIn.onRejectedCredential(sender, newer);
    throw statusError(second.status, undefined);
  }

  async function call(
    request: UpstreamRequest,
    sender: FastifyRequest,
    sendsPrivate: boolean,
  ): Promise<unknown> {
    const { deadline, log } = sender;
    const startedAt = performance.now();
    const key = `${request.method} ${request.path}`;
    let outcome = 'error';
    let isAnswered = false;
    const resume = sender.waitsForUpstream();
    try {
      deadline.throwIfAborted();
      const response = await send(request, sender, sendsPrivate);
      isAnswered = true;
      const value = valueOf(response, request);
      health.count(false);
      outcome = response.status >= 400 ? 'mapped' : 'ok';
      return value;
    } catch (thrown) {
      if (deadline.isAborted) outcome = 'cancelled';
      deadline.throwIfAborted();
      if (thrown instanceof UpstreamError && thrown.isFailure) health.count(true);
      // A status that the request maps to an error.
      else if (isAnswered && thrown instanceof AppError) health.count(false);
      const error = thrown instanceof UpstreamError ? thrown.toAppError(`${name}, ${key}`) : thrown;
      if (error instanceof AppError) outcome = error.code;
      throw error;
    } finally {
      resume();
      const ms = performance.now() - startedAt;
      const labels = { upstream: name, call: key, outcome };
      log.debug({ ...labels, duration_ms: Math.round(ms * 10) / 10 }, 'upstream request');
      environment.observe(labels, ms / 1_000);
    }
  }

  /** Returns the headers that the upstream's options add, and whether the options' function has read the session's `private`. */
  function ownHeaders(session: FastifyRequest['session']) {
    let sendsPrivate = false;
    if (!headersOf) return { headers: undefined, sendsPrivate };
    const readPrivate = () => {
      sendsPrivate = true;
      return 'private' in session ? session.private : undefined;
    };
    const watched = Object.create(session, { private: { get: readPrivate } }) as FastifyRequest['session'];
    const headers = headersOf({ settings: environment.settings, session: watched });
    return { headers, sendsPrivate };
  }

  return {
    name,
    connection,
    load: () => {
      const load = connection.load();
      const state: State = load.isOpen ? 'degraded' : health.state();
      return { ...load, state };
    },
    /** Creates the client for one request of a browser. Its methods add the `headers` and `errors` of `defineUpstream`. */
    bind: (sender: FastifyRequest): unknown =>
      client(
        methodsOf((method) => async (path: string, request: RequestOptions, response?: ResponseBody) => {
          const { headers, sendsPrivate } = ownHeaders(sender.session);
          const all = {
            headers: { ...headers, ...request.headers },
            errors: { ...errors, ...request.errors },
          };
          return call({ ...request, ...all, method, path, response }, sender, sendsPrivate);
        }),
      ),
  };
}
