import * as fc from 'fast-check';
import { API_PATH } from '@web/bff/contract/constants';
import { marker } from './fuzz-request.ts';
import { odd, well } from './piece.ts';

const smuggled = `GET ${API_PATH}/parts/${marker('smuggled')} HTTP/1.1\r\nHost: x\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const length = (value: string | number, body: string) => `Content-Length: ${value}\r\n\r\n${body}`;
const coded = (body: string, value = 'chunked') => `Transfer-Encoding: ${value}\r\n\r\n${body}`;
const whole = `${chunk('{}')}0\r\n\r\n`;

/** The end of the header fields, and the body. Those that are odd try to make two servers see different ends of the request (RFC 9112, section 11.2). */
export const bodies = fc.oneof(
  { weight: 6, arbitrary: well('\r\n') },
  {
    weight: 3,
    arbitrary: well(
      ...[
        length(0, ''),
        length(2, '{}'),
        length(smuggled.length, smuggled),
        coded(whole),
        coded('0\r\n\r\n'),
      ],
      ...[
        coded(`2;a=b;c="d"\r\n{}\r\n0;e\r\n\r\n`),
        coded(`${chunk('{}')}0\r\nX-Trailer: a\r\n\r\n`),
        coded('002\r\n{}\r\n0\r\n\r\n'),
      ],
    ),
  },
  {
    weight: 4,
    arbitrary: odd(
      ...[
        length('2, 2', '{}'),
        length(`2\r\nContent-Length: 2`, '{}'),
        length(`0\r\nContent-Length: ${smuggled.length}`, smuggled),
      ],
      ...[
        length('+2', '{}'),
        length('0x2', '{}'),
        length('-1', '{}'),
        length('9'.repeat(30), '{}'),
        length(' 2 ', '{}'),
        length(9, '{}'),
      ],
      ...[
        length('2_0', '{}'),
        length('', '{}'),
        length('2\t', '{}'),
        length(0, smuggled),
        `Content-Length : 2\r\n\r\n{}`,
      ],
      ...[
        `Content-Length: 6\r\n${coded(`0\r\n\r\n${smuggled}`)}`,
        `Content-Length: ${smuggled.length + 5}\r\n${coded(`0\r\n\r\n${smuggled}`)}`,
      ],
      ...[
        `Transfer-Encoding: chunked\r\n${length(4, `5c\r\n${smuggled}\r\n0\r\n\r\n`)}`,
        `Transfer-Encoding : chunked\r\n${length(0, whole + smuggled)}`,
      ],
      ...[
        `Transfer_Encoding: chunked\r\n${length(0, smuggled)}`,
        `\tTransfer-Encoding: chunked\r\n${length(0, smuggled)}`,
      ],
      ...[
        'identity',
        'gzip, chunked',
        'chunked, chunked',
        'chunked, identity',
        'chunked;q=1',
        '\x0bchunked',
        'xchunked',
        '"chunked"',
        ',chunked',
        '',
      ].map((value) => coded(whole + smuggled, value)),
      ...[
        coded(`0\r\n\r\n${smuggled}`, 'CHUNKED'),
        `Transfer-Encoding: identity\r\n${coded(`0\r\n\r\n${smuggled}`)}`,
        `Transfer-Encoding:\r\n chunked\r\n\r\n${whole}`,
      ],
      ...[
        '0x2\r\n{}\r\n0\r\n\r\n',
        '-1\r\n\r\n',
        'g\r\n',
        '2\n{}\n0\n\n',
        '2\r\n{}0\r\n\r\n',
        'ffffffffffffffff1\r\n{}',
        '2 \r\n{}\r\n0\r\n\r\n',
      ].map((body) => coded(body)),
      ...[
        `2;\n{}\r\n0\r\n\r\n`,
        `2;a=\r\n{}\r\n0\r\n\r\n`,
        `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
        '3\r\n{}\r\n0\r\n\r\n',
        '2\r\n{}\r\n',
        '\r\n',
      ].map((body) => coded(body)),
      ...[
        coded(`${chunk('{}')}0\r\nContent-Length: 5\r\n${'X: y\r\n'.repeat(3_000)}\r\n`),
        coded(`${chunk('{}')}0\r\n: x\r\n\r\n`),
        '',
        '\r',
        '\n',
      ],
    ),
  },
);
