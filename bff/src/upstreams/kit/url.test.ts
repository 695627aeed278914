import { expect, test } from 'vitest';
import { address } from './url.ts';
import type { UpstreamCall } from './define-upstream.ts';

test.each(['a/b', 'ü', '漢字', '🙂', '%2e%2e', '..;', '...', 'a?b#c', ' ', '\r\nhost: x', "!'()*"])(
  'the parameter %j stays one segment and comes out as it went in',
  (id) => {
    const path = address('/things/:id/parts', { id });
    expect(path).toMatch(/^\/things\/[^/?#\s]+\/parts$/);
    expect(decodeURIComponent(path.split('/')[2] ?? '')).toBe(id);
    expect(new URL(path, 'http://things').pathname).toBe(path);
  },
);

test.each(['.', '..', '', '\ud800'])('the parameter %j, which would be another address, is refused', (id) => {
  expect(() => address('/things/:id', { id })).toThrow(expect.objectContaining({ code: 'bad-request' }));
});

test('a query is encoded, repeated where it is a list, and left out where there is nothing', () => {
  expect(address('/things', {}, { q: 'a&b=c', tag: ['x', 'y'], page: 2, none: undefined })).toBe(
    '/things?q=a%26b%3Dc&tag=x&tag=y&page=2',
  );
});

test.each(['http://other/', '//other/x', 'things', '/a/../b', '/a?b=c', '/a%2fb'])(
  '%j is no template',
  (template) => {
    expect(() => address(template)).toThrow(TypeError);
  },
);

test('the compiler knows the parameters of a template and refuses one put together while running', () => {
  const wrong = (ask: UpstreamCall, id: string) => [
    // @ts-expect-error -- id is missing
    ask({ method: 'GET', path: '/things/:id', reply: 'empty' }),
    // @ts-expect-error -- other is not a parameter
    ask({ method: 'GET', path: '/things/:id', params: { id, other: '1' }, reply: 'empty' }),
    // @ts-expect-error -- not written out
    ask({ method: 'GET', path: `/things/${id}`, reply: 'empty' }),
  ];
  expect(wrong).toBeTypeOf('function');
});
