import Type from 'typebox';
import { expect, test } from 'vitest';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';
import { upstreamErrors } from '#platform/testing/upstream-errors.ts';

const refined = Type.Object({ a: Type.Refine(Type.String(), () => true) });

test('upstreamErrors calls the functions of an upstream with dummy arguments, and finds mistakes in their response schemas', () => {
  const things = defineUpstream('things', ({ get, post }) => ({
    find: (id: string) => get('/things/:id', { params: { id: id.trim() } }, refined),
    add: async ({ tags }: { tags: string[] }) => {
      const [first = ''] = tags.map((tag) => tag.toUpperCase());
      return post('/things', { body: { first } }, Type.Array(Type.String({ format: 'e-mail' })));
    },
    fails: () => {
      throw new Error('before its request');
    },
    version: '1',
  }));
  expect(upstreamErrors({ things })).toEqual([
    'bff/src/upstreams: things, GET /things/:id: validation does not run refine at #/properties/a',
    'bff/src/upstreams: things, POST /things: unknown format "e-mail" ignored in schema at path "#/items"',
  ]);
});
