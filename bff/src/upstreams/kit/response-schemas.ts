import { methodsOf, type Upstream } from './define-upstream.ts';

/** Stand-in for any argument: each of its members and results is itself. */
const anything: unknown = new Proxy(() => {}, {
  get: (_target, name) => {
    if (name === 'then') return undefined;
    if (name === Symbol.toPrimitive) return () => '1';
    return name === Symbol.iterator ? () => [].values() : anything;
  },
  apply: () => anything,
});

/**
 * Collects the response schemas of an upstream's client by calling each of its functions once. Nothing is sent, and no request settles, so
 * it misses the requests that a function sends after throwing or awaiting another one.
 */
export function responseSchemas({ client }: Upstream) {
  const found: { readonly call: string; readonly schema: unknown }[] = [];
  const method = (name: string) => (path: string, _request: unknown, schema: unknown) => {
    found.push({ call: `${name} ${path}`, schema });
    return new Promise(() => {});
  };
  const functions: readonly unknown[] = Object.values(client(methodsOf(method)) as object);
  for (const call of functions)
    // Async, so that a throwing function rejects.
    if (typeof call === 'function')
      (async () => call(anything, anything, anything) as unknown)().catch(() => {});
  return found;
}
