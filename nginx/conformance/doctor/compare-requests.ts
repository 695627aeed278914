import { digestOf, START_BYTES, type Arrived } from '@web/bff/edge/diagnostics';
import { pathOf } from '@web/bff/edge/paths';
import type { RequestOptions } from '../request.ts';
import type { Kind } from './advice.ts';
import type { Difference } from './check.ts';
import { firstChange } from './first-change.ts';

/** What hops make of a path, in the order in which it is tried. */
const changes: readonly (readonly [Kind, (path: string, base: string) => string])[] = [
  ['prefix-stripped', (path, base) => (path.startsWith(`${base}/`) ? path.slice(base.length) : path)],
  ['prefix-doubled', (path, base) => base + path],
  ['slashes-merged', (path) => path.replaceAll(/\/{2,}/g, '/')],
  ['slash-changed', (path) => path.replace(/\/$/, '')],
  ['slash-changed', (path) => `${path}/`],
  ['case-changed', (path) => path.toLowerCase()],
  ['case-changed', (path) => path.toUpperCase()],
];

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function kindOfPath(sent: string, arrived: string, base: string): Kind {
  const [known] = changes.find(([, change]) => change(sent, base) === arrived) ?? [];
  if (known) return known;
  if (decoded(arrived) === sent) return 'path-encoded';
  return decoded(decoded(arrived)) === decoded(decoded(sent)) ? 'path-decoded' : 'path-changed';
}

/** With the digits of percent-encodings in upper case (RFC 3986, section 6.2.2.1). */
const normal = (url: string) => url.replaceAll(/%[\da-f]{2}/gi, (encoded) => encoded.toUpperCase());

/** Of an URL that is quoted as a whole. */
const LONG = 200;

/** How the target of a request arrived, compared with the one that was sent. */
export function compareTarget(url: string, arrived: Arrived, base: string): Difference[] {
  const sent = normal(url);
  const received = normal(arrived.target.replace(/^https?:\/\/[^/?]*/, ''));
  const [path, came] = [pathOf(sent), pathOf(received)];
  const expected = arrived.stripsPrefix ? path.slice(base.length) : path;
  const [query, cameQuery] = [sent.slice(path.length), received.slice(came.length)];
  const change = firstChange(Buffer.from(sent), Buffer.from(received));
  const quote = url.length > LONG ? `${url.slice(0, LONG)}…${change}` : `${url} arrived as ${arrived.target}`;
  const kind = arrived.stripsPrefix && came === path ? 'prefix-kept' : kindOfPath(expected, came, base);
  return [
    ...(came === expected ? [] : [{ kind, quote }]),
    ...(query === cameQuery ? [] : [{ kind: 'query-changed' as const, quote }]),
  ];
}

/** Fields of a browser that no hop may add. */
const NEVER_ADDED = [
  'authorization',
  'content-type',
  'cookie',
  'if-match',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'x-requested-by',
];

/** How each header field of a request arrived: in any case, order and number of lines; and what arrived that was not sent. */
export function compareFields(headers: Readonly<Record<string, string>>, arrived: Arrived): Difference[] {
  const sent = Object.keys(headers).map((name) => name.toLowerCase());
  const added = arrived.fields.filter(({ name }) => NEVER_ADDED.includes(name) && !sent.includes(name));
  const changed = Object.entries(headers).flatMap(([name, value]): Difference[] => {
    const field = name.toLowerCase();
    const found = arrived.fields.filter((line) => line.name === field);
    const [first] = found;
    if (!first) return [{ kind: 'request-field-removed', field, quote: `${name}: ${value} did not arrive` }];
    // Cookies may come in several lines (RFC 9113, section 8.2.3).
    const length = found.reduce((sum, line) => sum + line.length + 2, -2);
    if (field === 'cookie' && found.length > 1 && length === value.length) return [];
    if (found.length > 1)
      return [{ kind: 'request-field-doubled', field, quote: `${name} arrived ${found.length} times` }];
    if (first.digest === digestOf(value)) return [];
    const came = first.value === undefined ? `${first.length} other characters` : first.value;
    return [{ kind: 'request-field-changed', field, quote: `${name}: ${value} arrived as ${came}` }];
  });
  return [
    ...changed,
    ...added.map(({ name: field, length }) => ({
      kind: 'request-field-added' as const,
      field,
      quote: `${field} with ${length} characters arrived, and was not sent`,
    })),
  ];
}

/** How the method and the body of a request arrived. */
export function compareContent({ method = 'GET', body }: RequestOptions, arrived: Arrived): Difference[] {
  const differences: Difference[] = [];
  if (method !== arrived.method)
    differences.push({ kind: 'method-changed', quote: `${method} arrived as ${arrived.method}` });
  if (body === undefined || arrived.body.digest === digestOf(body)) return differences;
  const bytes = Buffer.from(body);
  const change = firstChange(bytes.subarray(0, START_BYTES), Buffer.from(arrived.body.start, 'base64'));
  const quote = `a body of ${bytes.length} bytes arrived as another one of ${arrived.body.length}${change}`;
  return [...differences, { kind: 'request-body-changed', quote }];
}
