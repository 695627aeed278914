import type { Ask } from './request.ts';
import type { Target } from './target.ts';
import { sameSiteHeaders } from './same-site.ts';
import { readAssets } from './site.ts';

interface Description {
  readonly status: number;
  /** Sorted names. */
  readonly headers: readonly string[];
}

interface Request {
  readonly path: string;
  readonly init?: Ask;
}

const OF_THE_CONNECTION = new Set([
  'connection',
  'date',
  'keep-alive',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** The status and the set of header names, for comparing one target with another. */
export async function describeResponse(target: Target, path: string, init?: Ask): Promise<Description> {
  const { status, headers } = await target.ask(path, init);
  const names = Object.keys(headers).filter((name) => !OF_THE_CONNECTION.has(name));
  return { status, headers: names.toSorted() };
}

/** What both targets answer alike (cases 27 and 40): paths beneath the origin of a target that owns it. */
async function comparablePaths(target: Target): Promise<Request[]> {
  const { base } = target;
  const [asset] = await readAssets(target);
  const name = asset.slice(`${base}/assets/`.length);
  const etag = (await target.ask(`${base}/`)).headers['etag']?.[0] ?? '';
  const get = ['', '?x=1', '/', '/index.html', '/a/b/c', '/a/b/c/', '/users/john.doe', '/a%2Fb', '/v1.2']
    .concat(['/nope.js', '/assets/gone-1.js', '/assets/', '/favicon.svg', '/manifest.webmanifest'])
    .concat([`/assets//${name}`, `//assets/${name}`, `/assets/${name}.map`, '//example.org'])
    .concat(['/api', '/api/', '/api/status', '/api/nope', '/api/nope/a%2Fb', '/api/data.json'])
    .concat(['/../x', '/%2e%2e/x', '/..%2fx', '/assets/..%2fx', '/api/..%2fx', '/api/%zz'])
    .map((path) => `${base}${path}`)
    .concat([asset, '/', '/x', '/api/status', '//example.org/..', `${base}../x`, `${base}site`]);
  const each = (paths: readonly string[], init: Ask) => paths.map((path) => ({ path, init }));
  const built = [`${base}/`, `${base}/a/b/c`, asset];
  return [
    ...get.map((path) => ({ path })),
    ...each([`${base}/`, asset, `${base}/api/status`, `${base}/api/nope`], { method: 'HEAD' }),
    ...each([...built, `${base}/api/status`], { method: 'POST' }),
    ...each([`${base}/api/status`], { method: 'POST', headers: sameSiteHeaders }),
    ...each([...built, `${base}/api/status`], { method: 'OPTIONS' }),
    ...each(built, { headers: { 'accept-encoding': 'gzip, deflate, br' } }),
    ...each(built, { headers: { 'accept-encoding': 'gzip' } }),
    ...each([`${base}/`, `${base}/a/b/c`], { headers: { 'if-none-match': etag } }),
  ];
}

/**
 * Describes every comparable answer of a target by what was asked; two targets that serve the same build give equal descriptions.
 * An ETag is asked for as this target gave it, and is no part of the key.
 */
export async function describeTarget(target: Target): Promise<Record<string, Description>> {
  const all: Record<string, Description> = {};
  for (const { path, init } of await comparablePaths(target)) {
    const fields = Object.entries(init?.headers ?? {}).map(([name, value]) =>
      name === 'if-none-match' ? name : value,
    );
    all[[init?.method ?? 'GET', path, ...fields].join(' ')] = await describeResponse(target, path, init);
  }
  return all;
}
