import { api, type CallKey, type ArgumentsOf, type ReplyTo } from './api.ts';
import { CallError } from './call-error.ts';

export type ReadKey = CallKey & `GET ${string}`;
/** The current screen's reads to refetch after a write or an event. */
export type Revalidate = 'everything' | 'nothing' | readonly ReadKey[];

/** Arguments of a read. `params` may also be a screen's path parameters, whose types include undefined. */
type FromScreen<A extends readonly unknown[]> = { [Index in keyof A]: WithTexts<A[Index]> };
type WithTexts<G> = G extends { readonly params: infer P }
  ? Omit<G, 'params'> & { readonly params: P | { readonly [name in keyof P]?: string | undefined } }
  : G;
export type BodyOf<R> = R extends { readonly ok: true; readonly body: infer B } ? B : never;

/**
 * Sends a read for a screen: `read('GET /things/:thingId', { params })`. Rejects with a `CallError`. A fulfilled promise has `status` and `value`,
 * which React's `use` reads synchronously. Without them, `use` would suspend and show a placeholder for 300 ms.
 */
export type Read = <K extends ReadKey>(
  key: K,
  ...args: FromScreen<ArgumentsOf<K>>
) => Promise<BodyOf<ReplyTo<K>>>;

/** `api` without types, because the compiler cannot infer that every call accepts `signal`. */
const send = api as unknown as (
  key: string,
  call: object,
) => Promise<{ readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly problem: never }>;

/** Promises of the current screen's reads, by call and arguments. */
let shown = new Map<string, Promise<unknown>>();
let marked: Revalidate[] = [];

/** Creates `read` for one run of a loader. With `keepFresh`, as in a revalidation, `read` sends only stale reads, and reuses the others. */
export function createRead(signal: AbortSignal, keepFresh: boolean): Read {
  const before = keepFresh ? shown : new Map<string, Promise<unknown>>();
  const reads = (shown = new Map());
  const limits = marked;
  marked = [];
  const isStale = (key: string) =>
    limits.length === 0 || limits.some((keys) => keys === 'everything' || keys.includes(key as ReadKey));
  const read = (key: string, call?: object) => {
    const id = key + JSON.stringify(call);
    const known = isStale(key) ? undefined : before.get(id);
    const body =
      known ??
      send(key, { signal, ...call }).then((reply) => {
        if (reply.ok) return reply.body;
        reads.delete(id);
        throw new CallError(reply.problem);
      });
    reads.set(id, body);
    // Avoids an unhandled rejection before an `AwaitSection` is mounted.
    body.then(
      (value) => Object.assign(body, { status: 'fulfilled', value }),
      () => {},
    );
    return body;
  };
  return read as Read;
}

/** Marks reads as stale. The next revalidation then refetches only the marked reads and failed reads. If none are marked, it refetches all. */
export const markStale = (revalidate: Revalidate): void => void marked.push(revalidate);
