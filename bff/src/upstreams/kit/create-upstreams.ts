import { AppError } from '#contract/kit/app-error.ts';
import type { UpstreamCall, UpstreamRequest, Upstream } from './define-upstream.ts';
import type { UpstreamResponse } from './exchange.ts';
import { UpstreamError } from './upstream-error.ts';
import { createConnection, type State } from './connection.ts';
import { parseLeniently, parseStrictly } from './parse-response.ts';
import { keyOf, prepareRequest, type Origin } from './prepare-request.ts';
import { defaults } from './settings.ts';
import { createCoalescing } from './coalesce.ts';

interface Log {
  debug(about: object, message: string): void;
  warn(about: object, message: string): void;
}

interface Observation {
  readonly upstream: string;
  /** Method and template, such as `GET /things/:thingId`. */
  readonly call: string;
  /** `ok`, `translated`, `cancelled`, or the error's code. */
  readonly outcome: string;
  readonly seconds: number;
}

/** The request of the browser for which upstreams are asked. */
export interface Context extends Origin {
  /** Aborts when the browser leaves or the call's deadline passes. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

interface Options {
  readonly log: Log;
  readonly observe?: (observation: Observation) => void;
}

type Defined<U> = { readonly [K in keyof U]: Upstream<K & string> };
type Clients<U> = { readonly [K in keyof U]: U[K] extends Upstream<string, infer C> ? C : never };

function baseOf(name: string, url: URL): { origin: string; prefix: string } {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new TypeError(`The address of ${name} is to be http(s) with host, port and path only`);
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

function read(
  answer: UpstreamResponse,
  { reply, translate }: UpstreamRequest,
): { outcome: string; value: unknown } {
  if (answer.status >= 400) {
    const value = translate?.[answer.status]?.(parseLeniently(answer));
    if (value instanceof AppError) throw value;
    return { outcome: 'translated', value };
  }
  if (reply === 'empty') return { outcome: 'ok', value: undefined };
  return { outcome: 'ok', value: reply === 'stream' ? answer.stream : parseStrictly(answer, reply) };
}

function openUpstream({ name, client, settings: own }: Upstream, url: URL, { log, observe }: Options) {
  const { origin, prefix } = baseOf(name, url);
  const settings = { ...defaults, ...own };
  const line = createConnection(origin, settings, (state) =>
    log.warn({ upstream: name, breaker: state }, 'circuit breaker'),
  );
  const fly = createCoalescing<UpstreamResponse>();

  async function ask(question: UpstreamRequest, context: Context): Promise<unknown> {
    const started = performance.now();
    const call = `${question.method} ${question.path}`;
    let outcome = 'error';
    try {
      context.signal.throwIfAborted();
      const given = prepareRequest(question, prefix, context, settings);
      const shared = question.shared === true && question.method === 'GET' && !given.stream;
      const answer = await (shared
        ? fly(keyOf(given), context.signal, (signal) => line.send(given, signal))
        : line.send(given, context.signal));
      const told = read(answer, question);
      ({ outcome } = told);
      return told.value;
    } catch (error) {
      if (context.signal.aborted) {
        outcome = 'cancelled';
        throw context.signal.reason;
      }
      const thrown = error instanceof UpstreamError ? error.toError(`${name}, ${call}`) : error;
      if (thrown instanceof AppError) outcome = thrown.code;
      throw thrown;
    } finally {
      const seconds = (performance.now() - started) / 1_000;
      context.log.debug({ upstream: name, call, outcome, seconds }, 'upstream asked');
      observe?.({ upstream: name, call, outcome, seconds });
    }
  }

  return {
    name,
    state: line.state,
    close: line.close,
    bind: (context: Context) =>
      client(((question: UpstreamRequest) => ask(question, context)) as UpstreamCall),
  };
}

/**
 * Opens all upstreams at the addresses of the configuration. `bind` gives the clients for one request of the browser; `states` tells
 * how each is, without its address; `close` resolves when what is under way has ended. Throws `TypeError` for a bad address.
 */
export function createUpstreams<const U extends Defined<U>>(
  defined: U,
  addresses: { readonly [K in keyof U]: URL },
  options: Options,
) {
  const open = Object.entries<Upstream>(defined).map(([key, upstream]) =>
    openUpstream(upstream, (addresses as Readonly<Record<string, URL>>)[key] as URL, options),
  );
  return {
    bind: (context: Context) =>
      Object.fromEntries(open.map(({ name, bind }) => [name, bind(context)])) as Clients<U>,
    states: (): { name: string; state: State }[] => open.map(({ name, state }) => ({ name, state: state() })),
    close: async (): Promise<void> => {
      await Promise.all(open.map(({ close }) => close()));
    },
  };
}
