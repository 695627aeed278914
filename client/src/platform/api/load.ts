import { api, type CallKey, type ArgumentsOf, type ReplyTo } from './api.ts';
import { CallError } from './call-error.ts';

type ReadKey = CallKey & `GET ${string}`;
/** The same, with parameters as the router types them: texts that may be undefined. */
type FromScreen<A extends readonly unknown[]> = { [at in keyof A]: WithTexts<A[at]> };
type WithTexts<G> = G extends { readonly params: infer P }
  ? Omit<G, 'params'> & { readonly params: P | { readonly [name in keyof P]?: string | undefined } }
  : G;
type BodyOf<R> = R extends { readonly ok: true; readonly body: infer B } ? B : never;

/** The compiler cannot see that a call of any key takes a signal. */
const send = api as unknown as <K extends CallKey>(key: K, call: object) => Promise<ReplyTo<K>>;

/**
 * Reads for a screen's loader: `loader = ({ request, params }: LoaderFunctionArgs) => load(request, 'GET /things/:thingId', { params })`.
 * It is cancelled with the navigation, and throws a problem as a `CallError` to the nearest error boundary.
 */
export async function load<K extends ReadKey>(
  request: Request,
  key: K,
  ...[call]: FromScreen<ArgumentsOf<K>>
): Promise<BodyOf<ReplyTo<K>>> {
  const reply = await send<K>(key, { signal: request.signal, ...call });
  if (!reply.ok) throw new CallError(reply.problem);
  return reply.body as BodyOf<ReplyTo<K>>;
}
