import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { screenAt } from '#platform/screens/screen-at.ts';
import { matchScreen, paramsOf } from './match-screen.ts';

const paths = ['/', '/things', '/things/:thingId/v1.0', '/x/:a/y/:b'];
const screens = paths.map((path) => ({ path, title: '', files: [] }));

test.each([
  ['/', '/', {}],
  ['', '/', {}],
  ['/things/', '/things', {}],
  ['/things/a%2Fb/v1.0', '/things/:thingId/v1.0', { thingId: 'a/b' }],
  ['/x/1/y/2', '/x/:a/y/:b', { a: '1', b: '2' }],
])('%o matches the screen %s, with decoded parameters', (pathname, path, params) => {
  expect([matchScreen(screens, pathname)?.path, paramsOf(path, pathname)]).toEqual([path, params]);
});

test.each(['a/b', 'a%2Fb', 'a%252Fb', '%', '%E4', 'ä', '😀', ' ', '+', '?', '#', ':a', '...'])(
  'the parameter %o of a link is decoded once',
  (name) => {
    const { path, to } = screenAt('/things/:name/x');
    const { pathname } = new URL(to({ params: { name } }), 'http://localhost');
    expect(paramsOf(path, pathname)).toEqual({ name });
  },
);

test('a parameter that is not valid UTF-8 throws a URIError', () => {
  expect(() => paramsOf('/x/:a', '/x/%E4')).toThrow(URIError);
});

test.each([
  ...['/', '/things', '/things/7/v1.0', '/x/1/y/2'],
  ...['/thing', '/things/7', '/things/7/v1x0', '/Things'],
])('matchScreen and the router agree on %s', (pathname) => {
  const path = paths.find((pattern) => matchPath({ path: pattern, caseSensitive: true }, pathname));
  expect(matchScreen(screens, pathname)?.path).toBe(path);
});
