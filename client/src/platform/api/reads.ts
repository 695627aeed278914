import { api, type CallKey, type ArgumentsOf, type ReplyTo } from './api.ts';
import { CallError } from './call-error.ts';

export type ReadKey = CallKey & `GET ${string}`;
/** Which reads of the shown screen are sent again after a write. */
export type Rereads = 'everything' | 'nothing' | readonly ReadKey[];

/** The same, with parameters as a screen's path has them: texts that may be undefined. */
type FromScreen<A extends readonly unknown[]> = { [Index in keyof A]: WithTexts<A[Index]> };
type WithTexts<G> = G extends { readonly params: infer P }
  ? Omit<G, 'params'> & { readonly params: P | { readonly [name in keyof P]?: string | undefined } }
  : G;
type BodyOf<R> = R extends { readonly ok: true; readonly body: infer B } ? B : never;

/**
 * Reads for a screen: `read('GET /things/:thingId', { params })`. Rejects with a problem as a `CallError`. What is there has `status` and
 * `value`, which React's `use` reads at once: otherwise it would suspend, and show a placeholder for 300 ms.
 */
export type Read = <K extends ReadKey>(
  key: K,
  ...args: FromScreen<ArgumentsOf<K>>
) => Promise<BodyOf<ReplyTo<K>>>;

/** The compiler cannot see that a call of any key takes a signal. */
const send = api as unknown as (
  key: string,
  call: object,
) => Promise<{ readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly problem: never }>;

/** The successful reads of the shown screen, by call and arguments. */
let shown = new Map<string, Promise<unknown>>();
let marked: Rereads[] = [];

/** The reads of one run of a screen's loader. `keepFresh`: the screen is shown already, so only what is stale is sent. */
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
    // A part that is not shown yet has no error boundary.
    body.then(
      (value) => Object.assign(body, { status: 'fulfilled', value }),
      () => {},
    );
    return body;
  };
  return read as Read;
}

/** Limits the next run of the loader to these reads, to those of other writes until then, and to those that failed. */
export const markStale = (rereads: Rereads): void => void marked.push(rereads);
