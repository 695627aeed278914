import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { flatFieldsOf } from '@web/bff/platform/contract/schema/leaf-node';
import { callsOf } from './document-screens.ts';

const text = Type.Optional(Type.String());
const query = Type.Object({ page: text, q: text, limit: text });
const calls = { 'GET /things': { permission: 'read', query }, 'GET /things/:id': { permission: 'read' } };
const search = flatFieldsOf(Type.Object({ q: text, page: text, tab: text }));
const prefetched = (...prefetch: string[]) =>
  callsOf({ prefetch, search }, { calls, permissionsOf: { anonymous: ['read'] } });

test('a prefetched call gets the search parameters that the call declares, unless its entry in `prefetch` has a query', () => {
  expect(prefetched('GET /things', 'GET /things/:id')).toEqual({
    calls: ['GET /things?q=:q&page=:page', 'GET /things/:id'],
    search: { q: search['q'], page: search['page'] },
  });
  for (const written of ['GET /things?limit=20', 'GET /things?'])
    expect(prefetched(written)).toEqual({ calls: [written] });
});
