import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { matchScreen } from './match-screen.ts';

const paths = ['/', '/things', '/things/:thingId/v1.0', '/x/:a/y/:b'];
const screens = paths.map((path) => ({ path, title: '', files: [] }));

test.each([
  ['/', '/', {}],
  ['', '/', {}],
  ['/things/', '/things', {}],
  ['/things/a%2Fb/v1.0', '/things/:thingId/v1.0', { thingId: 'a%2Fb' }],
  ['/x/1/y/2', '/x/:a/y/:b', { a: '1', b: '2' }],
])('%o matches the screen %s, with encoded parameters', (pathname, path, params) => {
  expect(matchScreen(screens, pathname)).toMatchObject({ screen: { path }, params });
});

test.each([
  ...['/', '/things', '/things/7/v1.0', '/x/1/y/2'],
  ...['/thing', '/things/7', '/things/7/v1x0', '/Things'],
])('matchScreen and the router agree on %s', (pathname) => {
  const path = paths.find((pattern) => matchPath({ path: pattern, caseSensitive: true }, pathname));
  expect(matchScreen(screens, pathname)?.screen.path).toBe(path);
});
