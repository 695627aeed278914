import { marker } from './fuzz-request.ts';
import { hostileFields } from './hostile-fields.ts';
import { mostly, odd, well } from './piece.ts';

export const hosts = mostly(
  well('Host: app.example\r\n'),
  odd(
    ...[
      '',
      'Host:\r\n',
      'Host: app.example\r\nHost: app.example\r\n',
      'Host: a\r\nHost: b\r\n',
      'Host: a b\r\n',
      'Host: a/b\r\n',
    ],
    ...[
      'Host: a@b\r\n',
      'Host: a:99999\r\n',
      'Host: [\r\n',
      'Host: [::1]:80\r\n',
      'Host: "><x>\r\n',
      'Host: \u00E4\r\n',
    ],
    ...[
      `Host: ${marker('field')}\r\n`,
      'Host : app.example\r\n',
      'Host: ..\r\n',
      `Host: ${'a'.repeat(5_000)}\r\n`,
      'Host: %00\r\n',
    ],
  ),
);

export const fieldLines = mostly(
  hostileFields.map((fields) => ({
    text: fields.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
    isWhole: !fields.some(([name]) => name === 'upgrade'),
  })),
  odd(
    ...[
      'X-Folded: a\r\n b\r\n',
      'X-Folded:\r\n\tb\r\n',
      ' X-First: a\r\n',
      'X-None\r\n',
      ': x\r\n',
      'X Y: z\r\n',
      'X\0: y\r\n',
    ],
    ...[
      'X: a\0b\r\n',
      'X: a\rb\r\n',
      'X: a\nInjected: b\r\n',
      'X\u00E4: y\r\n',
      'X: \x01\r\n',
      'X: \x7f\r\n',
      '\r\n',
      '\n',
      'X:y\n',
    ],
    ...[
      'Connection: close, x\r\nX: y\r\n',
      'X: y\r\n'.repeat(1_500),
      `${'X'.repeat(20_000)}: y\r\n`,
      'X(): y\r\n',
    ],
  ),
  5,
);
