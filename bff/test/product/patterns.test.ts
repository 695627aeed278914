import { expect, test } from 'vitest';
import { productModules } from '../../src/product-modules.ts';
import { checkedSchemas } from '#platform/calls/check-value.ts';
import { patternErrors } from '#test/pattern-errors.ts';

test('no pattern lets a hostile request take more than linear time', () => {
  expect(patternErrors(productModules, checkedSchemas)).toEqual([]);
});
