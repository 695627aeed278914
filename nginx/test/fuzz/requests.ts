import * as fc from 'fast-check';
import { BASE_PATH } from '@web/bff/contract/constants';
import { API_PATH } from '@web/bff/contract/kit/api-path';

export interface FuzzRequest {
  readonly bytes: Buffer;
  /** Whether it is complete and valid HTTP: a server must answer it without waiting for more, and every server the same. */
  readonly isWhole: boolean;
}

/** A part of a request: `isWhole` where it leaves the request complete and valid. */
interface Part {
  readonly text: string;
  readonly isWhole: boolean;
}

const parts = (isWhole: boolean, ...texts: readonly string[]): fc.Arbitrary<Part> =>
  fc.constantFrom(...texts).map((text) => ({ text, isWhole }));
const valid = (...texts: readonly string[]) => parts(true, ...texts);
const invalid = (...texts: readonly string[]) => parts(false, ...texts);
/** Parts of the second kind are rare, so that a request rarely has more than one. */
const mostly = (common: fc.Arbitrary<Part>, rare: fc.Arbitrary<Part>, weight = 9) =>
  fc.oneof({ weight, arbitrary: common }, { weight: 1, arbitrary: rare });

const words = (text: string) => text.split(' ');

const methods = mostly(
  valid('GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
  invalid('', 'X'.repeat(20_000), 'GET\t', ' GET', 'GET\0', '\r\nGET', ...words('TRACE CONNECT PRI get GÄT')),
  6,
);

const calls = '/status /nope /client-reports /csp-reports /openapi.json';
const testCalls = '/test/echo/a /test/whole /test/titles /test/bookings/1 /test/uploads/1';
const screens = '/ /nope /assets/x-1.js /favicon.svg /index.html /client-manifest.json';
const known = fc.constantFrom(
  ...words(`${calls} ${testCalls}`).map((path) => API_PATH + path),
  ...words(screens).map((path) => BASE_PATH + path),
);

/** Text that software is known to stumble over, percent-encoded or as only a broken client sends it. */
const hostile = fc.oneof(
  fc.constantFrom(...words('.. %2e%2e %2f %5c % %zz %00 %c3%28 %252e %0d%0aX-Injected:1 ; $ ~')),
  fc.constantFrom(...words("__proto__ constructor 1e309 NaN -0 ' {{7*7}}")),
  fc.constantFrom('9'.repeat(400), 'x'.repeat(5_000)),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const segments = fc.array(hostile, { maxLength: 3 });
const parameter = fc.tuple(hostile, hostile).map((pair) => pair.join('='));
const query = fc.array(parameter, { maxLength: 30 });
const paths = fc.oneof(
  known,
  fc.tuple(known, segments).map(([path, texts]) => [path, ...texts].join('/')),
  fc.tuple(known, query).map(([path, pairs]) => `${path}?${pairs.join('&')}`.slice(0, 12_000)),
);

/** `isWhole` where it has no character that a target must not have (RFC 3986). */
const target = (text: string): Part => ({ text, isWhole: !/[^!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]/.test(text) });
const targets = mostly(
  paths.map(target),
  fc.oneof(
    paths.map((path) => target(`http://app.example${path}`)),
    paths.map((path) => ({ text: `https://evil.example:99${path}`, isWhole: false })),
    invalid(
      '',
      '/a b',
      '/\x01',
      `/${'x'.repeat(17_000)}`,
      '/web/\nX-Injected: 1',
      ...words('* web/ // /web/../ /é'),
    ),
  ),
);

const versions = mostly(
  valid('HTTP/1.1'),
  invalid('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', 'HTTP/1.'),
  20,
);

const hosts = mostly(
  valid('Host: app.example\r\n'),
  invalid('', 'Host: a\r\nHost: b\r\n', 'Host: a/b\r\n', 'Host: "><x>\r\n', `Host: ${'a'.repeat(5_000)}\r\n`),
);

/** Values that a field may have, some of which make no sense. */
const fields: Readonly<Record<string, readonly string[]>> = {
  'accept-encoding': ['gzip', 'br;q=0.5, *;q=0', 'GZIP', ';q=x', 'a,'.repeat(500)],
  'accept-language': ['de-CH, en;q=0.1', 'x-klingon', '*;q=0', 'a'.repeat(300)],
  'if-none-match': ['*', '"x"', 'W/', '"a,b"'],
  range: ['bytes=0-0', 'bytes=5-2', `bytes=${'0-0,'.repeat(500)}0-0`],
  cookie: ['a=b', '__Secure-web-session=x', ';;', '='.repeat(3_000)],
  authorization: ['Bearer x', 'Basic'],
  'x-forwarded-for': ['10.0.0.1', "999.1.1.1, ' or 1=1", '::1'],
  'x-forwarded-proto': ['https', 'ftp,http'],
  'x-forwarded-host': ['evil.example', '['],
  forwarded: ['for="[::1]";host=evil.example'],
  traceparent: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'ff-0-0-0'],
  'x-request-id': ['a-valid-request-id', '"><x>', 'x'.repeat(300)],
  'x-requested-by': ['fuzz'],
  'sec-fetch-site': ['same-origin', 'cross-site'],
  'content-encoding': ['identity', 'gzip'],
  connection: ['close', 'x-request-id, te'],
  expect: ['200-ok'],
  'x-http-method-override': ['DELETE'],
  'x-original-url': ['/web/api/status'],
  __proto__x: ['x'],
  'user-agent': ['', 'é', 'x'.repeat(4_000)],
};
const fieldLines = Object.entries(fields).map(([name, values]) =>
  fc.constantFrom(...values.map((value) => `${name}: ${value}\r\n`)),
);
const someFields = fc.uniqueArray(fc.nat(fieldLines.length - 1), { maxLength: 6 });
const head = mostly(
  someFields
    .chain((chosen) => fc.tuple(...chosen.map((index) => fieldLines[index]!)))
    .map((lines) => ({ text: lines.join(''), isWhole: true })),
  fc.oneof(
    invalid('X: a\r\n b\r\n', ' X: a\r\n', 'X\r\n', ': x\r\n', 'X Y: z\r\n', 'X: a\0b\r\n'),
    invalid('X: a\nInjected: b\r\n', 'X: y\r\n'.repeat(1_500), `X: ${'y'.repeat(17_000)}\r\n`),
  ),
);

const body = (type: string, bytes: string) =>
  `Content-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n${bytes}`;
const json = (text: string) => body('application/json', Buffer.from(text).toString('latin1'));
const form = (text: string) => body('multipart/form-data; boundary=b', text);
const chunked = (chunks: string) =>
  `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;
const title = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nT\r\n--b--\r\n';
const smuggled = '0\r\n\r\nGET /web/api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const bodies = mostly(
  fc.oneof(
    valid('\r\n', '\r\n', json('{"title":"a","copies":1}'), json('"x"'), chunked('2\r\n{}\r\n0\r\n\r\n')),
    valid(
      json('['.repeat(20_000)),
      json('{"__proto__":{"admin":true}}'),
      json('1e400'),
      json('{"a":1,"a":2}'),
    ),
    valid(body('text/plain', 'x'), body('', 'x'), body('application/json', '\xff\xfe')),
    valid(form(title), form('--b--\r\n')),
    fc.json({ maxDepth: 4 }).map((text) => ({ text: json(text), isWhole: true })),
  ),
  fc.oneof(
    invalid('', 'Content-Length: 5\r\n\r\n{', 'Content-Length: -1\r\n\r\n', json(' '.repeat(1_100_000))),
    invalid(...['g\r\n', '-1\r\n\r\n', 'ffffffffffffffff1\r\n{}', '2\r\n{}0\r\n\r\n'].map(chunked)),
    // Request smuggling (RFC 9112, section 11.2).
    invalid(`Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${smuggled}`),
    invalid('Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}'),
    invalid('Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
  ),
);

const single = fc.tuple(methods, targets, versions, hosts, head, bodies).map((chosen): FuzzRequest => {
  const [method, path, version, ...rest] = chosen.map(({ text }) => text);
  const bytes = Buffer.from(`${method} ${path} ${version}\r\n${rest.join('')}`, 'latin1');
  return { bytes, isWhole: chosen.every((part) => part.isWhole) };
});
const cutOff = fc.tuple(single, fc.nat()).map(([request, length]) => ({
  ...request,
  bytes: request.bytes.subarray(0, length % request.bytes.length),
  isWhole: false,
}));

/** Requests from the grammar of RFC 9112, most of them with one part that is wrong; some are cut off. */
export const requests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 9, arbitrary: single },
  { weight: 1, arbitrary: cutOff },
);
