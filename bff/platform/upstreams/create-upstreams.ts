import type { FastifyRequest } from 'fastify';
import type { Upstream } from './define-upstream.ts';
import { type Environment, openUpstream } from './open-upstream.ts';

type Defined<U> = { readonly [K in keyof U]: Upstream<K & string> };
type Clients<U> = { readonly [K in keyof U]: U[K] extends Upstream<string, infer C> ? C : never };

/** A symbol, because an upstream may have any name. */
const sender = Symbol('sender');

/**
 * Opens all upstreams at their base URLs. `U` is the type of the product's upstreams. It is not inferred, so that a test can pass other upstreams.
 */
export function createUpstreams<U extends Defined<U>>(
  upstreams: Readonly<Record<string, Upstream>>,
  urls: Readonly<Record<string, URL>>,
  environment: Environment,
) {
  const open = Object.entries(upstreams).map(([key, upstream]) =>
    openUpstream(upstream, urls[key] as URL, environment),
  );
  /** Clients for one request. Creates a client each time a handler reads it, because a call uses few of them. */
  class Bound {
    readonly [sender]: FastifyRequest;

    constructor(request: FastifyRequest) {
      this[sender] = request;
    }
  }
  for (const { name, bind } of open)
    Object.defineProperty(Bound.prototype, name, {
      get(this: Bound) {
        return bind(this[sender]);
      },
    });

  return {
    bind: (request: FastifyRequest) => new Bound(request) as unknown as Clients<U>,
    states: () => open.map(({ name, load }) => ({ name, state: load().state })),
    loads: () => open.map(({ name, load }) => ({ upstream: name, ...load() })),
    close: async (): Promise<void> => {
      await Promise.all(open.map(({ connection }) => connection.close()));
    },
  };
}
