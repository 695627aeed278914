import * as fc from 'fast-check';
import { API_PATH, BASE_PATH } from '@web/bff/contract/constants';
import { marker } from './fuzz-request.ts';
import { mostly, odd, well } from './piece.ts';

export const methods = mostly(
  well('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
  odd(
    ...['TRACE', 'CONNECT', 'PROPFIND', 'PURGE', 'M-SEARCH', 'PRI', 'QUERY', 'get', 'GeT', 'X'.repeat(100)],
    ...['X'.repeat(20_000), '', 'GET\t', ' GET', 'G\u00E4T', '{}', 'GET\0', '\r\nGET', '\r\n\r\n\r\nGET'],
  ),
  6,
);

const segments = fc.constantFrom(
  ...[
    'web',
    'web',
    'api',
    'api',
    'status',
    'parts',
    '1',
    'assets',
    'session',
    'sign-in',
    'client-reports',
    'index.html',
  ],
  ...[
    'openapi.json',
    'client-manifest.json',
    'index.html.br',
    'favicon.svg',
    '~error',
    '~problem',
    'livez',
    'WEB',
    '',
  ],
  ...[
    '.',
    '..',
    '...',
    '%2e',
    '%2e%2e',
    '%2E.',
    '%2f',
    '%5c',
    '\\',
    '%',
    '%zz',
    '%00',
    '%c3%28',
    '%252e%252e',
    '%0d%0a',
  ],
  ...[
    'web%2Fapi',
    'we%62',
    ';',
    'a;b',
    '@',
    ':80',
    '*',
    '$',
    '{}',
    '"',
    '<x>',
    '|',
    '^',
    '`',
    marker('path'),
    'a'.repeat(300),
  ],
);

const paths = fc
  .tuple(
    fc.constantFrom(
      '/',
      `${BASE_PATH}/`,
      `${API_PATH}/`,
      '//',
      '/web/assets/',
      '/./',
      '/web/../',
      '/\\',
      '/web//api//',
    ),
    fc.array(segments, { maxLength: 4 }),
    fc.constantFrom('', '', '/', '?', `?x=${marker('query')}`, '?a=%zz', '??', '?/../', '#x', '?a#b'),
  )
  .map(([start, parts, end]) => `${start}${parts.join('/')}${end}`);

/** Characters that a target must not have, by RFC 3986 or by any server. */
const isOdd = (target: string) => /[^!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]/.test(target);

export const targets = mostly(
  paths.map((text) => ({ text, isWhole: !isOdd(text) })),
  fc.oneof(
    fc.tuple(fc.constantFrom('http', 'http', 'HTTP'), paths).map(([scheme, path]) => ({
      text: `${scheme}://app.example${path}`,
      isWhole: !isOdd(path),
    })),
    fc
      .tuple(fc.constantFrom('https://', 'ftp://', 'http:/', 'http:', '//', 'x:', 'http://a@'), paths)
      .map(([scheme, path]) => ({ text: `${scheme}evil.example:99${path}`, isWhole: false })),
    odd(
      ...[
        '*',
        'app.example:80',
        '',
        'web/',
        'a',
        `/${'x'.repeat(8_000)}`,
        `/${'x'.repeat(17_000)}`,
        '/a b',
        '/a\tb',
        '/\x01',
      ],
      ...[
        '/\x7f',
        '/\u00E9',
        '/\0',
        `/?${'x'.repeat(17_000)}`,
        `${BASE_PATH}/?${marker('query')}\rx`,
        '/web/\nX-Injected: 1',
      ],
    ),
  ),
  4,
);

export const versions = mostly(
  well('HTTP/1.1'),
  odd(
    'HTTP/1.0',
    'HTTP/1.2',
    'HTTP/2.0',
    'HTTP/3',
    'HTTP/0.9',
    'http/1.1',
    'HTTP/1.1 ',
    'HTTP/11.1',
    'HTTP/1.',
    'HTP/1.1',
    'RTSP/1.0',
  ),
  20,
);
