import { limits } from '@web/bff/contract/kit/limits';
import type { RequestOptions } from '../../request.ts';
import type { Kind } from '../advice.ts';

/** A request, and what is special about it. */
export interface Probe extends RequestOptions {
  /** What follows the path of the echo. */
  readonly suffix?: string;
  /** What it is where it does not arrive. */
  readonly otherwise: Kind;
  /** What is special about it, for the quote. */
  readonly what: string;
}

const KIB = 1024;
export const paths = ['/a%2Fb', '/a%20%25', '/a//b', '/a/', '/a~b', '/A.b;c=1', '/%EF%AC%81'].map(
  (suffix): Probe => ({
    suffix,
    otherwise: 'path-refused',
    what: 'this path',
  }),
);
/** What people write, and firewalls take for an attack. */
const TEXT = "O'Brien -- <script>select</script>";
export const queries = [
  '?q=1%2F2&r=a+b',
  '?q=1&q=2&empty=',
  '?q=%C3%A4%20&next=https%3A%2F%2Fother.example%2F',
  `?q=${encodeURIComponent(TEXT)}`,
].map((suffix): Probe => ({ suffix, otherwise: 'query-refused', what: 'this query' }));
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): Probe => ({
  method,
  // Some hops drop it.
  ...(method === 'DELETE' && { body: Buffer.from('body') }),
  otherwise: 'method-refused',
  what: method,
}));
/** Fields that the application, or a product, reads; what a proxy writes is not among them. */
export const fields = [
  { 'x-requested-by': 'web' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { cookie: '__Secure-web-check=a.b-c_d; web-other=1%202' },
  { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) web-conformance' },
  { authorization: 'Bearer a.b-c_d' },
  { origin: 'https://other.example', referer: 'https://other.example/a' },
  { 'if-none-match': '"a", W/"b"' },
  { accept: 'application/json', 'accept-language': 'de-AT, en;q=0.5', 'content-type': 'application/json' },
  { 'last-event-id': '7', 'idempotency-key': 'a1', 'x-product-field': 'a, "b"; c=d' },
]
  .map((headers): Probe => ({ headers, otherwise: 'field-refused', what: Object.keys(headers).join(', ') }))
  // A cache answers a GET with it.
  .concat({ method: 'POST', headers: { 'if-match': '"a"' }, otherwise: 'field-refused', what: 'if-match' });
export const sizes = [1, 2, 4, 8, 14].flatMap((kib): Probe[] => [
  {
    headers: { 'x-large': 'x'.repeat(kib * KIB) },
    otherwise: 'header-limit',
    what: `a field of ${kib} KiB`,
  },
  { suffix: `?x=${'x'.repeat(kib * KIB)}`, otherwise: 'header-limit', what: `a query of ${kib} KiB` },
  {
    headers: { cookie: `a=${'x'.repeat(kib * KIB)}` },
    otherwise: 'header-limit',
    what: `a cookie of ${kib} KiB`,
  },
]);
const MANY = 40;
export const many: Probe = {
  headers: Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`x-many-${at}`, 'x'])),
  otherwise: 'header-limit',
  what: `${MANY} fields more`,
};
/** A body of a media type with so many bytes. */
export const body = (type: string, bytes: number, otherwise: Kind = 'body-limit'): Probe => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: Buffer.alloc(bytes, `{"a": "${TEXT}é" }\n`),
  otherwise,
  what: `a body of ${bytes} bytes, ${type}`,
});
export const types = ['application/json', 'application/x-www-form-urlencoded', 'application/octet-stream']
  .concat('multipart/form-data; boundary=part')
  .map((type) => body(type, 64, 'body-refused'));
export const bodies = [
  body('application/octet-stream', 64 * KIB),
  body('multipart/form-data; boundary=part', limits.BODY_BYTES),
];
