import { expect, test } from 'vitest';
import { errorsOfScreens } from '../../vite/document/check-screens.ts';
import { readScreens } from '../../vite/document/read-screens.ts';

test('the table of screens has no errors', async () => {
  expect(errorsOfScreens(await readScreens())).toEqual([]);
});
