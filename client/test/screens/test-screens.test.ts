import { expect, test } from 'vitest';
import { screens } from '../../src/app/screens.ts';
import { testScreens } from './test-screens.ts';

test('the product has no test screen', () => {
  const paths = testScreens.map(({ path }) => path);
  expect(paths.every((path) => path.startsWith('/test/'))).toBe(true);
  expect(screens.filter(({ path }) => paths.includes(path))).toEqual([]);
});
