import { expect, test } from 'vitest';
import { productModules } from '#platform/product-modules.ts';
import { checkedSchemas } from '#platform/calls/check-value.ts';
import { patternErrors } from './pattern-errors.ts';

test('no pattern lets a hostile request take more than linear time', () => {
  expect(patternErrors(productModules, checkedSchemas)).toEqual([]);
});
