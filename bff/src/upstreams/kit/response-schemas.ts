import type { Upstream, UpstreamMethods } from './define-upstream.ts';

interface ResponseSchema {
  /** Method and template, such as `GET /things/:thingId`. */
  readonly call: string;
  readonly schema: unknown;
}

/** An argument for any function: every member, and every result, is the same value again. */
const anything: unknown = new Proxy(() => {}, {
  get: (_target, name) => {
    if (name === 'then') return undefined;
    if (name === Symbol.toPrimitive) return () => '1';
    return name === Symbol.iterator ? () => [].values() : anything;
  },
  apply: () => anything,
});

/**
 * Collects the response schemas of an upstream's client by calling each of its functions once. Nothing is sent, and no request settles. So
 * it misses the requests of a function that throws first or awaits another one.
 */
export function responseSchemas({ client }: Upstream): ResponseSchema[] {
  const found: ResponseSchema[] = [];
  const method = (name: string) => (path: string, _request: unknown, schema: unknown) => {
    found.push({ call: `${name} ${path}`, schema });
    return new Promise(() => {});
  };
  const methods = {
    get: method('GET'),
    post: method('POST'),
    put: method('PUT'),
    patch: method('PATCH'),
    delete: method('DELETE'),
  };
  const functions: readonly unknown[] = Object.values(
    client(methods as unknown as UpstreamMethods) as object,
  );
  for (const call of functions)
    // An async function: what it throws, it rejects with.
    if (typeof call === 'function')
      (async () => call(anything, anything, anything) as unknown)().catch(() => {});
  return found;
}
