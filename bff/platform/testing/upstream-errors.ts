import { methodsOf, type Upstream } from '#platform/upstreams/define-upstream.ts';
import { responseValidator } from '#platform/upstreams/response-schema.ts';

/** Fake for any argument: each of its members, and the result of calling it, is the fake itself. */
const anything: unknown = new Proxy(() => {}, {
  get: (_target, name) => {
    if (name === 'then') return undefined;
    if (name === Symbol.toPrimitive) return () => '1';
    return name === Symbol.iterator ? () => [].values() : anything;
  },
  apply: () => anything,
});

/**
 * Collects the response schemas of an upstream's client: calls each of its functions once, with fake arguments, and sends nothing. Misses the
 * requests after a function's first `await`, or after an error that the fake arguments cause.
 */
function responseSchemas({ client }: Upstream) {
  const found: { readonly call: string; readonly schema: unknown }[] = [];
  const method = (name: string) => (path: string, _request: unknown, schema: unknown) => {
    found.push({ call: `${name} ${path}`, schema });
    return new Promise(() => {});
  };
  const functions: readonly unknown[] = Object.values(client(methodsOf(method)) as object);
  for (const call of functions)
    // Async, so that a throw becomes a rejection.
    if (typeof call === 'function')
      (async () => call(anything, anything, anything) as unknown)().catch(() => {});
  return found;
}

/** Lists the parts of upstreams' response schemas that validation does not enforce. */
export function upstreamErrors(upstreams: Readonly<Record<string, Upstream>>): string[] {
  return Object.values(upstreams).flatMap((upstream) =>
    responseSchemas(upstream).flatMap(({ call, schema }) => {
      if (typeof schema !== 'object' || schema === null) return [];
      try {
        responseValidator(schema);
        return [];
      } catch (error) {
        return [`bff/src/upstreams: ${upstream.name}, ${call}: ${(error as Error).message}`];
      }
    }),
  );
}
