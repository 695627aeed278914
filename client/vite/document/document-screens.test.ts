import { expect, test } from 'vitest';
import { sortedQuery } from './document-screens.ts';

test.each([
  ['GET /things', 'GET /things'],
  ['GET /things?tag=:tag&page=:page', 'GET /things?page=:page&tag=:tag'],
  ['GET /things?q=a%26b&a-b=2&a=1', 'GET /things?a=1&a-b=2&q=a%26b'],
  ['GET /things?tag=b&tag=a', 'GET /things?tag=b&tag=a'],
])('the query of %s is sorted by name, as the calls of the application are: %s', (call, sorted) => {
  expect(sortedQuery(call)).toBe(sorted);
});
