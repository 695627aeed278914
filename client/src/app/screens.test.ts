import { API_PATH, BASE_PATH } from '@web/bff/contract/constants';
import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { screens } from './screens.ts';

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

test('the first screen is the home screen', () => {
  expect(screens[0]?.path).toBe('/');
});

test('every path starts with a slash, ends without one and holds no empty segment', () => {
  for (const { path } of screens) expect(path).toMatch(/^\/$|^(\/[^/]+)+$/);
});

test('no two screens share a path or a title', () => {
  expect(new Set(screens.map((screen) => screen.path)).size).toBe(screens.length);
  expect(new Set(screens.map((screen) => screen.title)).size).toBe(screens.length);
});

test('every screen has a title', () => {
  for (const { title } of screens) expect(title.trim()).not.toBe('');
});

test('no screen starts where calls, built files or, behind a stripping ingress, the base path lie', () => {
  const taken = [firstSegment(API_PATH.slice(BASE_PATH.length)), 'assets', firstSegment(BASE_PATH)];
  for (const { path } of screens) expect(taken).not.toContain(firstSegment(path));
});

test('no screen takes every address: those that none has are not found', () => {
  for (const { path } of screens) expect(path).not.toContain('*');
});

test('of two screens that fit an address, the more special stands first', () => {
  screens.forEach(({ path }, at) => {
    for (const earlier of screens.slice(0, at)) expect(matchPath(earlier.path, path)).toBeNull();
  });
});

test('a prefetched call takes its parameters from the path of its screen', () => {
  for (const { path, prefetch = [] } of screens)
    for (const [parameter] of prefetch.join(' ').matchAll(/:\w+/g))
      expect(path.split('/')).toContain(parameter);
});
