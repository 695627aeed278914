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
])('%o is the screen %s, with its parameters as the address spells them', (pathname, path, params) => {
  expect(matchScreen(screens, pathname)).toEqual({
    screen: expect.objectContaining({ path }),
    params: expect.objectContaining(params),
  });
});

test.each(['/thing', '/things/7', '/things/7/v1x0', '/Things', '/y/things'])(
  '%s is no screen',
  (pathname) => {
    expect(matchScreen(screens, pathname)).toBeUndefined();
  },
);

test.each(['/', '/things', '/things/7/v1.0', '/things/7/v1x0', '/Things', '/x/1/y/2', '/x/1/y'])(
  'the router agrees on %s',
  (pathname) => {
    const path = paths.find((path) => matchPath({ path, caseSensitive: true }, pathname));
    expect(matchScreen(screens, pathname)?.screen.path).toBe(path);
  },
);
