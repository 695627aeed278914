import * as fc from 'fast-check';
import { marker } from './fuzz-request.ts';

const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'];

/** Text that software is known to stumble over. */
export const hostileTexts = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\uFEFF',
      '\u202E',
      'İ',
      '\u{1F468}\u200D\u{1F469}',
      '\r\nx-injected: 1',
      'null',
    ],
    ...['%', '%zz', '%00', '%ff', '..', '../../etc/passwd', '\\', "'", '"', '<script>', '${7*7}', '{{7*7}}'],
    ...['1e309', '-0', 'NaN', 'Infinity', '0x10', '9'.repeat(400), 'x'.repeat(5_000), ...PROTOTYPE_NAMES],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** The text of a JSON value that no schema expects, and of some that are none. */
export const hostileJson = fc.oneof(
  fc.constantFrom(
    ...[
      'null',
      'true',
      '[]',
      '{}',
      '""',
      '0',
      '-0',
      '1e400',
      '-1e400',
      '9'.repeat(400),
      '1.0000000000000001',
    ],
    ...[
      '"\\ud800"',
      '"\\udc00\\ud800"',
      '"\\u0000"',
      '"\\x"',
      'NaN',
      'undefined',
      '01',
      '[1,]',
      '{"a":1,"a":2}',
    ],
    ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"toString":1}'],
    ...[
      nested(500),
      nested(20_000),
      '{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000),
      `"${'x'.repeat(100_000)}"`,
    ],
    `"${marker('body')}"`,
  ),
  fc.json({ maxDepth: 4 }),
);

type Change = (members: [string, string][], at: number) => [string, string][];

/** Changes one member of an object, whose values are JSON texts. */
const changes: fc.Arbitrary<Change> = fc.oneof(
  hostileJson.map(
    (text): Change =>
      (members, at) =>
        members.with(at, [members[at]?.[0] ?? '', text]),
  ),
  fc.constant<Change>((members, at) => members.toSpliced(at, 1)),
  fc
    .tuple(
      fc.oneof(fc.constantFrom(...PROTOTYPE_NAMES, '', 'extra', marker('body')), hostileTexts),
      hostileJson,
    )
    .map(([name, text]): Change => (members) => [...members, [name, text]]),
  fc.constant<Change>((members, at) => [...members, members[at] ?? ['', '0']]),
);

/** JSON texts near a valid value: one place of it is changed. */
export const nearJson = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(values, fc.array(fc.nat(20), { maxLength: 4 }), changes, hostileJson)
    .map(([value, picks, change, instead]) => changedJson(value, picks, change, instead));

function changedJson(value: unknown, [pick, ...rest]: number[], change: Change, instead: string): string {
  const isList = Array.isArray(value);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (pick === undefined || entries.length === 0) return instead;
  const at = pick % entries.length;
  const members = entries.map(([name, member]): [string, string] => [name, JSON.stringify(member) ?? 'null']);
  const isLast = rest.length === 0;
  const changed =
    isLast && !isList
      ? change(members, at)
      : members.with(at, [entries[at]?.[0] ?? '', changedJson(entries[at]?.[1], rest, change, instead)]);
  return isList
    ? `[${changed.map(([, text]) => text).join()}]`
    : `{${changed.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
}
