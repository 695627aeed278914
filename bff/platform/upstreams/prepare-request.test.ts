import Type from 'typebox';
import { expect, test } from 'vitest';
import { urlOf } from './prepare-request.ts';
import type { UpstreamMethods } from './define-upstream.ts';

test.each(['a/b', 'ü', '漢字', '🙂', '%2e%2e', '..;', '...', 'a?b#c', ' ', '\r\nhost: x', "!'()*"])(
  'the parameter %j is encoded as one path segment',
  (id) => {
    const path = urlOf('/things/:id/parts', { id });
    expect(path).toMatch(/^\/things\/[^/?#\s]+\/parts$/);
    expect(decodeURIComponent(path.split('/')[2] ?? '')).toBe(id);
    expect(new URL(path, 'http://things').pathname).toBe(path);
  },
);

test('a segment of a path template may have a suffix after its parameter', () => {
  expect(urlOf('/things/:id.json', { id: 'a/b.c' })).toBe('/things/a%2Fb.c.json');
});

test.each(['.', '..', '', '\ud800'])(
  'the parameter %j throws bad-request, because it would change the path',
  (id) => {
    expect(() => urlOf('/things/:id', { id })).toThrow(expect.objectContaining({ code: 'bad-request' }));
  },
);

test('a query is encoded; a list repeats the name of its parameter, and an undefined value is omitted', () => {
  expect(urlOf('/things', {}, { q: 'a&b=c', tag: ['x', 'y'], page: 2, none: undefined })).toBe(
    '/things?q=a%26b%3Dc&tag=x&tag=y&page=2',
  );
});

test('a query with a lone surrogate throws bad-request, because URLSearchParams would replace the surrogate', () => {
  const badRequest = expect.objectContaining({ code: 'bad-request' });
  expect(() => urlOf('/things', {}, { tag: ['x', 'a\udc00'] })).toThrow(badRequest);
});

test.each(['http://other/', '//other/x', 'things', '/a/../b', '/a?b=c', '/a%2fb'])(
  'the invalid template %j throws a TypeError',
  (template) => {
    expect(() => urlOf(template)).toThrow(TypeError);
  },
);

test('the compiler checks a request’s parameters, response and errors', () => {
  const wrong = ({ get }: UpstreamMethods, id: string) => [
    get('/things/:id.json', { params: { id } }),
    // @ts-expect-error -- id is missing
    get('/things/:id.json', {}),
    // @ts-expect-error -- id is missing
    get('/things/:id', {}),
    // @ts-expect-error -- `other` is not a parameter of the template
    get('/things/:id', { params: { id, other: '1' } }),
    // @ts-expect-error -- the template is not a string literal
    get(`/things/${id}`, {}),
    // @ts-expect-error -- the schema has no `name`
    get('/things', {}, Type.Object({ id: Type.String() })).then(({ name }) => name),
    // @ts-expect-error -- 404 makes the result undefined
    get('/things', { errors: { 404: undefined } }, Type.Object({ id: Type.String() })).then(({ id }) => id),
    // @ts-expect-error -- the catalogue has no such error
    get('/things', { errors: { 404: 'not-fund' } }),
    // @ts-expect-error -- this error needs the extension members `state` and `event`
    get('/things', { errors: { 404: 'transition-not-allowed' } }),
  ];
  expect(wrong).toBeTypeOf('function');
});
