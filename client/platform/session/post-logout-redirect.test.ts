import { expect, test } from 'vitest';
import { restorePostLogoutRedirect } from './post-logout-redirect.ts';

test('the page loads if the browser blocks storage', () => {
  const get = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'sessionStorage', { get, configurable: true });
  expect(restorePostLogoutRedirect).not.toThrow();
});
