import { gzipSync } from 'node:zlib';
import { limits } from '@web/bff/contract/kit/limits';
import { BYTES } from '@web/bff/edge/diagnostics';
import type { RequestOptions } from '../../request.ts';
import type { Kind } from '../advice.ts';

/** A request, and what is special about it. */
export interface Probe extends RequestOptions {
  /** What follows the path of the echo. */
  readonly suffix?: string;
  /** Fields that every hop may change. */
  readonly hopFields?: Readonly<Record<string, string>>;
  /** What it is where it does not arrive. */
  readonly otherwise: Kind;
  /** What is special about it, for the quote. */
  readonly what: string;
}

const KIB = 1024;
const extensions = ['html', 'json', 'csv', 'txt', 'xml', 'pdf', 'zip', 'exe', 'php', 'bak', 'png', 'js'];
/** What the values of parameters have, and what firewalls and rules for files take for something else. */
export const paths = ['/a%2Fb', '/a%20%25', '/a//b', '/a/', '/a~b', '/A.b;c=1', '/%EF%AC%81', '/%F0%9F%98%80']
  .concat(
    '/a+b%2B',
    '/a%5Cb',
    '/$&,:=@',
    '/%22%3C%7C%7B',
    `/${'x'.repeat(300)}`,
    '/admin/login',
    '/.a',
    '/a./b',
  )
  .concat(extensions.map((extension) => `/a.${extension}`))
  // Of files some hops drop cookies.
  .map((suffix): Probe => ({
    suffix,
    headers: { cookie: 'a=b' },
    otherwise: 'path-refused',
    what: 'this path',
  }));
/** What people write, and firewalls take for an attack. */
const TEXT = "O'Brien -- <script>select</script> union select 1; ../../a 4111 1111 1111 1111 ${a} 😀";
export const queries = ['?q=1%2F2&r=a+b', '?q=1&q=2&empty=&none', '?q=100%2541&r=%E4', '?q[]=1&r[a]=2&q=a;b']
  .concat('?q=%C3%A4%20&next=https%3A%2F%2Fother.example%2F', `?q=${encodeURIComponent(TEXT)}`)
  .concat(
    '?utm_source=a&gclid=b&fbclid=c&_=1',
    '?q=..%2F..%2Fa',
    '?a.b=%2B%23%26&c%20d=1',
    '?q=a%0D%0Ab',
    '?q=a.log',
    `?${'q=1&'.repeat(60)}`,
  )
  .map((suffix): Probe => ({ suffix, otherwise: 'query-refused', what: 'this query' }));
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): Probe => ({
  method,
  suffix: '?q=1',
  // Some hops drop it.
  ...(method === 'DELETE' && { body: Buffer.from('body') }),
  otherwise: 'method-refused',
  what: method,
}));
/** Fields that the application, or a product, reads; what a proxy writes is not among them. */
export const fields = [
  { 'x-requested-by': 'web' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  {
    'sec-fetch-site': 'cross-site',
    'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24"',
    priority: 'u=1, i',
  },
  { cookie: '__Secure-web-check=a.b-c_d; web-other=1%202; padded=YQ==; quoted="a"; quoted="b"; _ga=1' },
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
export const manyFields: Probe = {
  headers: Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`x-many-${at}`, 'x'])),
  otherwise: 'header-limit',
  what: `${MANY} fields more`,
};
const post = (type: string, content: Buffer, otherwise: Kind): Probe => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: content,
  otherwise,
  what: `a body of ${content.length} bytes, ${type}`,
});
/** A body of so many bytes. */
export const body = (type: string, bytes: number): Probe =>
  post(type, Buffer.alloc(bytes, TEXT), 'body-limit');
const FORM = 'multipart/form-data; boundary=part';
const part = `--part\r\nContent-Disposition: form-data; name="a"; filename="O'Brien; a.html"\r\n\r\n${TEXT}\r\n--part--\r\n`;
/** Valid, and otherwise than a printer would write it. */
const contents: readonly (readonly [type: string, content: string | Buffer])[] = [
  ['application/json', `{ "a":  "${TEXT} \\u00e9", "b": 1.0, "c": 12345678901234567890, "c": null }\n`],
  [
    'application/json; charset=utf-8',
    JSON.stringify({ a: 'x'.repeat(600), b: Array.from({ length: 30 }, () => 1) }),
  ],
  ['application/json', `${'['.repeat(12)}${']'.repeat(12)}`],
  ['application/x-www-form-urlencoded', `a=${encodeURIComponent(TEXT)}&b=1+2&b=%20&c`],
  ['text/plain; charset=iso-8859-1', Buffer.from('é\r\n', 'latin1')],
  ['application/octet-stream', BYTES],
  [FORM, part],
  // What browsers report with.
  ['application/csp-report', '{ "csp-report": {} }'],
  ['application/reports+json', '[]'],
  ['application/merge-patch+json', '{ "a": null }'],
  ['text/csv', `a;b\r\n=1+1;${TEXT}\r\n`],
  ['image/png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
];
const packed = post('application/json', gzipSync('{}'), 'body-refused');
export const types = contents
  .map(([type, content]) => post(type, Buffer.from(content as string), 'body-refused'))
  .concat({
    ...packed,
    headers: { ...packed.headers, 'content-encoding': 'gzip' },
    what: 'a body with gzip',
  })
  .concat({ ...packed, hopFields: { 'transfer-encoding': 'chunked' }, what: 'a body in chunks' })
  .concat({ ...packed, hopFields: { expect: '100-continue' }, what: 'Expect: 100-continue' });
export const bodies = [body('application/octet-stream', 64 * KIB), body(FORM, limits.BODY_BYTES)];
