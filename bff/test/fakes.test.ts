import { expect, test } from 'vitest';
import { fakesOf } from './fakes.ts';

test('a fake has the given functions; any other one throws', () => {
  const [[name, fake] = ['', {}]] = fakesOf('upstreams', ['things'], { things: { find: () => 'found' } });
  const things = fake as { find: () => string };
  expect([name, things.find()]).toEqual(['things', 'found']);
});

test.fails('a test fails at its end if a function was called that it has not given, even if the error was caught', () => {
  const [[, fake] = ['', {}]] = fakesOf('upstreams', ['things']);
  expect(() => (fake as { list: () => unknown }).list()).toThrow('upstreams.things.list is called');
});
