import { accepting, sameSiteHeaders } from '../request-headers.ts';
import type { RequestOptions } from '../request.ts';
import type { Target } from '../target.ts';
import { readAssets } from '../site.ts';

interface Description {
  readonly status: number;
  /** Sorted names. */
  readonly headers: readonly string[];
}

/** Fields of the connection, not of the response. */
const CONNECTION_FIELDS = new Set(
  ['connection', 'date', 'keep-alive', 'server', 'te', 'trailer'].concat([
    'transfer-encoding',
    'upgrade',
    'via',
  ]),
);

/** The status and the names of the header fields, to compare two targets. */
export async function describeResponse(
  target: Target,
  path: string,
  options?: RequestOptions,
): Promise<Description> {
  const { status, headers } = await target.request(path, options);
  return {
    status,
    headers: Object.keys(headers)
      .filter((name) => !CONNECTION_FIELDS.has(name))
      .toSorted(),
  };
}

type Request = readonly [path: string, options?: RequestOptions];

/** The requests to which two targets that own their origin must respond alike (cases 27 and 40). */
async function comparableRequests(target: Target): Promise<Request[]> {
  const { base } = target;
  const [asset] = await readAssets(target);
  const name = asset.slice(`${base}/assets/`.length);
  const etag = (await target.request(`${base}/`)).headers['etag']?.[0] ?? '';
  const paths = ['', '?x=1', '/', '/index.html', '/a/b/c', '/a/b/c/', '/users/john.doe', '/a%2Fb', '/v1.2']
    .concat(['/nope.js', '/assets/gone-1.js', '/assets/', '/favicon.svg', '/manifest.webmanifest'])
    .concat([`/assets//${name}`, `//assets/${name}`, `/assets/${name}.map`, '//example.org'])
    .concat(['/api', '/api/', '/api/status', '/api/nope', '/api/nope/a%2Fb', '/api/data.json'])
    .concat(['/../x', '/%2e%2e/x', '/..%2fx', '/assets/..%2fx', '/api/..%2fx', '/api/%zz'])
    .map((path) => `${base}${path}`)
    .concat([asset, '/', '/x', '/api/status', '//example.org/..', `${base}../x`, `${base}site`]);
  const each = (some: readonly string[], options: RequestOptions) =>
    some.map((path) => [path, options] as const);
  const built = [`${base}/`, `${base}/a/b/c`, asset];
  const status = `${base}/api/status`;
  return [
    ...each(paths, {}),
    ...each([`${base}/`, asset, status, `${base}/api/nope`], { method: 'HEAD' }),
    ...each([...built, status], { method: 'POST' }),
    ...each([status], { method: 'POST', headers: sameSiteHeaders }),
    ...each([...built, status], { method: 'OPTIONS' }),
    ...['gzip, deflate, br', 'gzip'].flatMap((encoding) => each(built, { headers: accepting(encoding) })),
    ...each([`${base}/`, `${base}/a/b/c`], { headers: { 'if-none-match': etag } }),
  ];
}

/** Every comparable response, by its request. Each target is sent its own ETag, which is no part of the key. */
export async function describeTarget(target: Target): Promise<Record<string, Description>> {
  const all: Record<string, Description> = {};
  for (const [path, options = {}] of await comparableRequests(target)) {
    const fields = Object.entries(options.headers ?? {});
    const named = fields.map(([name, value]) => (name === 'if-none-match' ? name : value));
    all[[options.method ?? 'GET', path, ...named].join(' ')] = await describeResponse(target, path, options);
  }
  return all;
}
