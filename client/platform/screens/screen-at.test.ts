import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { readSearch } from './read-search.ts';
import { screenAt } from './screen-at.ts';
import type { ScreenRequest } from './screen-module.ts';

const Query = Type.Object({
  page: Type.Integer({ default: 1, minimum: 1, maximum: 99 }),
  sort: Type.Union([Type.Literal('new'), Type.Literal('old')], { default: 'new' }),
  open: Type.Optional(Type.Boolean()),
  price: Type.Optional(Type.Number()),
  from: Type.Optional(Type.String({ format: 'date' })),
  at: Type.Optional(Type.String({ format: 'date-time' })),
  until: Type.Optional(Type.String({ format: 'time' })),
  id: Type.Optional(Type.String({ format: 'uuid' })),
  mail: Type.Optional(Type.String({ format: 'email' })),
  tag: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 5, pattern: '^[a-zä]+$' }))),
});
const things = screenAt('/things', Query);
const sorted = screenAt('/sorted', Type.Pick(Query, ['page', 'sort']));
const thing = screenAt('/things/:thingId');
const read = (search: string) => readSearch(things.search, new URLSearchParams(search)).values;

test('search parameters are parsed, and a missing search parameter gets its default', () => {
  expect(read('page=3&sort=old&open=false&tag=a&tag=ä')).toEqual({
    page: 3,
    sort: 'old',
    open: false,
    tag: ['a', 'ä'],
  });
  expect(read('')).toEqual({ page: 1, sort: 'new' });
  expect(read('price=-1.5e-3')).toMatchObject({ price: -0.0015 });
  const formats = {
    from: '2024-02-29',
    at: '2024-02-29T10:00:00.5+01:00',
    until: '10:00:00Z',
    id: '123e4567-e89b-12d3-a456-426614174000',
  };
  expect(read(String(new URLSearchParams(formats)))).toMatchObject(formats);
});

const readAll = (search: string) => readSearch(things.search, new URLSearchParams(search));

test.each([
  ...['page=%20', 'page=0x10', 'page=1e400', 'page=+7', 'page=9007199254740993', 'page=07'],
  ...['page=0', 'page=1.5', 'page=x', 'page=100', 'page=2&page=3', 'sort=retired', 'sort=new&sort=old'],
])('the invalid search parameter %s, which has a default, gets it', (search) => {
  expect(readAll(search)).toMatchObject({ values: { page: 1, sort: 'new' }, isRefused: false });
});

test.each([
  ...['price=1e400', 'price=-1e400', 'price=9007199254740993', 'price=NaN', 'price=Infinity', 'price=.5'],
  ...['from=2023-02-29', 'from=today', 'at=2024-02-29', 'at=2024-02-29T25:00:00Z', 'until=10:00', 'id=7'],
  ...[
    'open=yes',
    'open=on',
    'tag=A',
    'tag=aaaaaa',
    'tag=a&tag=B',
    'price=1&price=2',
    'from=%00',
    'tag=%ED%A0%80',
  ],
])('the search with the invalid parameter %s is refused, because it has no default', (search) => {
  const [name = ''] = search.split('=');
  const invalid = { [name]: new URLSearchParams(search).getAll(name) };
  expect(readAll(search)).toEqual({ values: { page: 1, sort: 'new' }, invalid, isRefused: true });
});

test('empty search parameters, which a form without script sends for empty fields, count as missing', () => {
  const missing = { values: { page: 1, sort: 'new' }, invalid: {}, isRefused: false };
  expect(readAll('page=&sort=&price=&from=&open=&tag=&mail=')).toEqual(missing);
});

test.each([
  ['a long key', `${'k'.repeat(14_000)}=1`],
  ['a long value', `tag=${'a'.repeat(14_000)}`],
  ['a number of 14,000 digits', `price=1.${'1'.repeat(14_000)}`],
  ['2,000 parameters', 'tag=A&'.repeat(2_000)],
  ['2,000 unknown names', Array.from({ length: 2_000 }, (_, index) => `k${index}=1`).join('&')],
  ['a name of Object.prototype', 'constructor=1&__proto__=1&toString=1'],
])('a hostile search with %s has only the defaults', (_what, search) => {
  expect(read(search)).toEqual({ page: 1, sort: 'new' });
});

test('a link has encoded parameters, and omits search parameters that equal their default', () => {
  expect(things.to()).toBe('/things');
  expect(things.to({ search: { page: 1, tag: ['b', 'a&c'], sort: 'old' } })).toBe(
    '/things?sort=old&tag=b&tag=a%26c',
  );
  expect(thing.to({ params: { thingId: 'a/b' } })).toBe('/things/a%2Fb');
});

test('the compiler rejects wrong parameters', () => {
  const empty = () => ({ rows: [] });
  const wrong = (request: ScreenRequest) => [
    // @ts-expect-error -- thingId is missing
    thing.to(),
    // @ts-expect-error -- misspelt
    thing.to({ params: { thingid: '1' } }),
    // @ts-expect-error -- unknown search parameter
    things.to({ search: { pgae: 1 } }),
    // @ts-expect-error -- wrong type
    things.to({ search: { page: '1' } }),
    // @ts-expect-error -- an object cannot be read from an address
    screenAt('/x', Type.Object({ period: Type.Optional(Type.Object({})) })),
    // @ts-expect-error -- no such search parameter
    things.loader(({ search }) => search.seite),
    // @ts-expect-error -- the data of an invalid search is null
    async () => (await things.loader(empty)(request)).rows,
    // If each search parameter has a default, no search is invalid.
    async () => (await sorted.loader(empty)(request)).rows,
  ];
  expect(wrong).toBeTypeOf('function');
});
