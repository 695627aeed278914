import * as fc from 'fast-check';
import { marker, type Field } from './fuzz-request.ts';

const listOf = (items: readonly string[], parameters: readonly string[]) =>
  fc
    .array(
      fc
        .tuple(fc.constantFrom(...items), fc.constantFrom('', ...parameters), fc.constantFrom('', ' ', '  '))
        .map(([item, parameter, space]) => `${space}${item}${space}${parameter}${space}`),
      { maxLength: 6 },
    )
    .map((list) => list.join(','));

const weights = [
  ';q=1',
  ';q=0',
  ';q=0.000',
  '; q=0.5',
  ';Q=0.1',
  ';q=2',
  ';q=-1',
  ';q=',
  ';q=x',
  ';x=1;q=0.3',
];
const addresses = ['10.0.0.1', '::1', '[::1]:80', '999.1.1.1', 'unknown', '_hidden', '"', "' or 1=1", ''];
const hosts = ['app.example', 'evil.example', 'a b', '[', 'x:99999', 'javascript:alert(1)', ''];
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: length, maxLength: length });

const valuesByName: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'accept-encoding': listOf(
    ['gzip', 'br', 'identity', '*', 'deflate', 'zstd', 'GZIP', 'x-gzip', ''],
    weights,
  ),
  'accept-language': listOf(['en', 'de', 'de-CH', '*', 'x-klingon', 'zh-Hant-TW', 'a'.repeat(300)], weights),
  accept: listOf(
    ['text/html', 'application/json', '*/*', 'text/*', '/', 'application/problem+json'],
    weights,
  ),
  'if-none-match': listOf(['*', '"x"', 'W/"x"', '"', '""', '"a,b"', 'W/', 'x'], ['']),
  'if-modified-since': fc.constantFrom('Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', '9'.repeat(30)),
  range: fc.constantFrom(
    'bytes=0-0',
    'bytes=-1',
    'bytes=5-2',
    'bytes=0-,0-,0-',
    'x=1-2',
    `bytes=${'0-0,'.repeat(500)}0-0`,
  ),
  cookie: listOf(
    ['session=x', '__Host-session=x', 'language=de', `a=${marker('cookie')}`, '=', ';;', '__proto__=1'],
    ['; b=c', ';;;'],
  ),
  authorization: fc.constantFrom(`Bearer ${marker('authorization')}`, `Basic ${marker('authorization')}`),
  'x-forwarded-for': listOf(addresses, [':80']),
  'x-forwarded-proto': listOf(['http', 'https', 'ftp', 'HTTPS', ''], ['']),
  'x-forwarded-host': listOf(hosts, [':80']),
  'x-forwarded-port': fc.constantFrom('80', '0', '-1', 'x'),
  'x-forwarded-prefix': fc.constantFrom('/web', '//evil.example', '/../'),
  forwarded: listOf(['for=10.0.0.1', 'host=evil.example', 'proto=https', 'for="[::1]"', '='], [';by=x']),
  traceparent: fc.oneof(
    fc.tuple(hex(32), hex(16), hex(2)).map(([trace, span, flags]) => `00-${trace}-${span}-${flags}`),
    fc.constantFrom('00', 'ff-0-0-0', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, 'x'.repeat(500)),
  ),
  tracestate: listOf(['a=1', '=', 'x@y=z', 'a=a,a=a'], ['']),
  'x-request-id': fc.constantFrom('a-valid-request-id', 'short', 'x'.repeat(300), '"><x>', marker('field')),
  origin: fc.constantFrom('null', 'https://evil.example', 'x'),
  referer: fc.constant(`https://evil.example/?${marker('query')}`),
  'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none', 'x'),
  'sec-fetch-mode': fc.constantFrom('navigate', 'cors', 'x'),
  'sec-fetch-dest': fc.constantFrom('document', 'empty', 'x'),
  expect: fc.constantFrom('100-continue', '100-Continue', '200-ok', ''),
  upgrade: fc.constantFrom('websocket', 'h2c', 'TLS/1.0', ''),
  connection: listOf(['keep-alive', 'close', 'upgrade', 'x-request-id', 'host', 'te', ''], ['']),
  te: fc.constantFrom('trailers', 'chunked', 'gzip;q=0'),
  'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x', ''),
  'accept-charset': fc.constantFrom('utf-16', '*'),
  'x-http-method-override': fc.constantFrom('DELETE', 'x'),
  'x-original-url': fc.constantFrom('/web/api/status', '/'),
  'x-asked-neighbour': fc.constantFrom('1', ''),
  'x-no-compression': fc.constantFrom('1', ''),
  'x-session': fc.constantFrom('x', '{', 'null'),
  'user-agent': fc.constantFrom('', marker('field'), 'x'.repeat(4_000)),
};

/** Characters that a field's value may have (RFC 9110, section 5.5), as Latin-1. */
const fieldText = fc.string({
  unit: fc.constantFrom(...'aZ09 \t;,="\'<>()[]{}\\/%*\u0080\u00E9\u00FF'.split('')),
  maxLength: 60,
});

const named = fc
  .constantFrom(...Object.keys(valuesByName))
  .chain((name) => fc.tuple(fc.constant(name), valuesByName[name] ?? fc.constant('')));

/** Fields with a valid syntax; their values need not make sense. */
export const hostileFields: fc.Arbitrary<readonly Field[]> = fc.uniqueArray(
  fc.oneof(
    { weight: 8, arbitrary: named },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...Object.keys(valuesByName)), fieldText) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom('x-note', 'x', '__proto__', 'constructor', 'X_Under'), fieldText),
    },
    { weight: 1, arbitrary: fc.constant<Field>(['x-long', 'x'.repeat(17_000)]) },
    { weight: 1, arbitrary: fc.constant<Field>(['x-note', marker('field')]) },
  ),
  // A field that is no list must not come twice (RFC 9110, section 5.3).
  { maxLength: 6, selector: ([name]) => name },
);
