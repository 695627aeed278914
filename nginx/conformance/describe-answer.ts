import type { Ask } from './ask.ts';
import type { Door } from './door.ts';
import { fromOurPage } from './from-our-page.ts';
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

/** The status and the set of header names, for comparing one door with another. */
export async function describeAnswer(door: Door, path: string, init?: Ask): Promise<Description> {
  const { status, headers } = await door.ask(path, init);
  const names = Object.keys(headers).filter((name) => !OF_THE_CONNECTION.has(name));
  return { status, headers: names.toSorted() };
}

/** What both doors answer alike (cases 27 and 40): paths beneath the origin of a door that owns it. */
async function comparablePaths(door: Door): Promise<Request[]> {
  const { base } = door;
  const [asset] = await readAssets(door);
  const name = asset.slice(`${base}/assets/`.length);
  const etag = (await door.ask(`${base}/`)).headers['etag']?.[0] ?? '';
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
    ...each([`${base}/api/status`], { method: 'POST', headers: fromOurPage }),
    ...each([...built, `${base}/api/status`], { method: 'OPTIONS' }),
    ...each(built, { headers: { 'accept-encoding': 'gzip, deflate, br' } }),
    ...each(built, { headers: { 'accept-encoding': 'gzip' } }),
    ...each([`${base}/`, `${base}/a/b/c`], { headers: { 'if-none-match': etag } }),
  ];
}

/**
 * Describes every comparable answer of a door by what was asked; two doors that serve the same build give equal descriptions.
 * An ETag is asked for as this door gave it, and is no part of the key.
 */
export async function describeDoor(door: Door): Promise<Record<string, Description>> {
  const all: Record<string, Description> = {};
  for (const { path, init } of await comparablePaths(door)) {
    const fields = Object.entries(init?.headers ?? {}).map(([name, value]) =>
      name === 'if-none-match' ? name : value,
    );
    all[[init?.method ?? 'GET', path, ...fields].join(' ')] = await describeAnswer(door, path, init);
  }
  return all;
}
