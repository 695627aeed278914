import { expect, test } from 'vitest';
import { restorePostLogoutRedirect } from './post-logout-redirect.ts';

test('restorePostLogoutRedirect does not throw if the browser blocks storage', () => {
  const get = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'sessionStorage', { get, configurable: true });
  expect(restorePostLogoutRedirect).not.toThrow();
});
