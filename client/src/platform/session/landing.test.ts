import { expect, test } from 'vitest';
import { landAfterSignOut } from './landing.ts';

test('the page loads if the browser blocks storage', () => {
  const get = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'sessionStorage', { get, configurable: true });
  expect(landAfterSignOut).not.toThrow();
});
