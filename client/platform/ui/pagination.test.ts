import { expect, test } from 'vitest';
import { pagesAround } from './pagination.tsx';

test.each([
  [1, 1, [1]],
  [1, 9, [1, 2, 9]],
  [5, 9, [1, 4, 5, 6, 9]],
  [9, 9, [1, 8, 9]],
  [12, 9, [1, 9]],
])('at page %i of %i, the pages %j are shown', (page, pages, shown) => {
  expect(pagesAround(page, pages)).toEqual(shown);
});
