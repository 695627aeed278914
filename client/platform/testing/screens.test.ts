import { expect, test } from 'vitest';
import { errorsOfScreens } from '#platform/build/document/check-screens.ts';
import { productConfig } from '#platform/product/config.ts';
import { readScreens } from '#platform/build/document/read-screens.ts';

test('the table of screens has no errors', async () => {
  expect(errorsOfScreens(await readScreens(productConfig))).toEqual([]);
});
