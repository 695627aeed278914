import type { Upstream } from './define-upstream.ts';
import { type Context, type Environment, OpenUpstream } from './open-upstream.ts';

type Defined<U> = { readonly [K in keyof U]: Upstream<K & string> };
type Clients<U> = { readonly [K in keyof U]: U[K] extends Upstream<string, infer C> ? C : never };

/** Opens all upstreams at their base URLs. The clients have the types of `U`: a test may pass upstreams of its own in their place. */
export function createUpstreams<U extends Defined<U>>(
  upstreams: Readonly<Record<string, Upstream>>,
  urls: Readonly<Record<string, URL>>,
  environment: Environment,
) {
  const open = Object.entries(upstreams).map(
    ([key, upstream]) => new OpenUpstream(upstream, urls[key] as URL, environment),
  );
  /** The clients for one request of the browser, each made when it is used. */
  class ClientsOfRequest {
    readonly context: Context;

    constructor(context: Context) {
      this.context = context;
    }
  }
  for (const upstream of open)
    Object.defineProperty(ClientsOfRequest.prototype, upstream.name, {
      get(this: ClientsOfRequest) {
        return upstream.bind(this.context);
      },
    });
  return {
    /** The clients for one request of the browser. */
    bind: (context: Context) => new ClientsOfRequest(context) as unknown as Clients<U>,
    /** Without URLs. */
    states: () => open.map(({ name, connection }) => ({ name, state: connection.state() })),
    /** Requests that run and wait, and whether the breaker is open. */
    loads: () => open.map(({ name, connection }) => ({ upstream: name, ...connection.load() })),
    /** Resolves when the requests in progress have ended. */
    close: async (): Promise<void> => {
      await Promise.all(open.map(({ connection }) => connection.close()));
    },
  };
}
