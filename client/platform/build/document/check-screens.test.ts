import Type from 'typebox';
import { expect, test } from 'vitest';
import { flatFieldsOf } from '@web/bff/platform/contract/schema/leaf-node';
import { errorsOfScreens } from './check-screens.ts';
import type { Row } from './read-screens.ts';

const calls = {
  'GET /things': { permission: 'read', query: Type.Object({ page: Type.Integer(), tag: Type.String() }) },
  'GET /things/:thingId': { permission: 'read' },
};
const home: Row = { path: '/', title: 'Home', permission: 'read', file: '/home.tsx' };
const thing: Row = { path: '/things/:thingId', title: 'Thing', permission: 'read', file: '/thing.tsx' };
const errorsOf = (...rows: readonly Row[]) =>
  errorsOfScreens({ rows, calls, permissionsOf: { anonymous: ['read'] } });

test('a valid table of screens has no errors', () => {
  const search = flatFieldsOf(
    Type.Object({
      page: Type.Integer({ default: 1, minimum: 1 }),
      tag: Type.Optional(Type.Array(Type.String({ maxLength: 20 }))),
      sort: Type.Optional(Type.Union([Type.Literal('new'), Type.Literal('old')])),
    }),
  );
  const oldest = { call: 'GET /things?page=1', where: { sort: 'old' } };
  const list = { ...home, search, prefetch: ['GET /things?page=:page&tag=:tag', oldest] };
  expect(errorsOf(list, { ...thing, prefetch: ['GET /things/:thingId'] })).toEqual([]);
});

test.each<[what: string, row: Partial<Row>, error: string]>([
  ['a trailing slash', { path: '/things/' }, 'a path must start with a slash'],
  ['a wildcard', { path: '/things/*' }, 'a path must start with a slash'],
  ['a blank title', { title: ' ' }, 'has no title'],
  ['a load that changes the module', { file: '' }, 'load must be () => import'],
  ['the title of another screen', { title: 'Home' }, 'has the title of /'],
  ['a permission that no role has', { permission: 'fly' }, 'no role has the permission fly'],
  ['a path of the API', { path: '/api/things' }, '/api is reserved'],
  ['a path of built files', { path: '/assets' }, '/assets is reserved'],
  ['a prefetch of an unknown call', { prefetch: ['GET /thngs'] }, 'there is no call GET /thngs'],
  ['an unknown path parameter', { prefetch: ['GET /things/:id'] }, ':id is not a parameter of the path'],
  ['an unknown query field', { prefetch: ['GET /things?pgae=1'] }, 'GET /things takes no pgae'],
  ['an unknown search parameter', { prefetch: ['GET /things?page=:seite'] }, ':seite is neither'],
  [
    'an unknown condition',
    { prefetch: [{ call: 'GET /things', where: { sort: 'old' } }] },
    'sort is not a search',
  ],
  [
    'a required search parameter',
    { search: flatFieldsOf(Type.Object({ page: Type.Integer() })) },
    'optional or have a default',
  ],
  [
    'a nested search parameter',
    { search: flatFieldsOf(Type.Object({ a: Type.Optional(Type.Object({})) })) },
    'search parameter a: must be a string',
  ],
  [
    'a nullable search parameter',
    { search: flatFieldsOf(Type.Object({ a: Type.Optional(Type.Union([Type.String(), Type.Null()])) })) },
    'search parameter a: must be a string',
  ],
  [
    'an unsupported keyword',
    { search: flatFieldsOf(Type.Object({ a: Type.Optional(Type.Integer({ multipleOf: 2 })) })) },
    'search parameter a: multipleOf cannot be read',
  ],
])('the check of screens reports %s with the path of the screen', (_, change, error) => {
  const row = { ...thing, ...change } as Row;
  const errors = errorsOf(home, row).filter((line) => line.startsWith(`${row.path}: `));
  expect(errors.join('\n')).toContain(error);
});

test('a product’s screen may have the same title as the platform’s sign-in screen', () => {
  const own: Row = { path: '/session', title: 'Sign in', file: '/session.tsx' };
  expect(errorsOf(home, own, { ...thing, title: 'Sign in' })).toEqual([]);
});

test('the check of screens reports a missing home screen, and a screen whose path an earlier screen already matches', () => {
  expect(errorsOf(home, thing, { ...thing, path: '/things/new', title: 'New' })).toEqual([
    '/things/new: is never shown, because /things/:thingId matches first.',
  ]);
  expect(errorsOf(thing)).toEqual(['The first screen must be the home screen, with the path /.']);
});
