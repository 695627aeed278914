import { expect, onTestFinished, test, vi } from 'vitest';
import { BASE_PATH } from '@web/bff/contract/constants';
import { LANDING, landAfterSignOut } from './landing.ts';

/** Loads the page, and returns the addresses that it then shows. */
function loadedAt(href: string, storage: () => Storage): string[] {
  const shown: string[] = [];
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('location', new URL(href, 'https://app.example'));
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, url: string) => shown.push(url),
  });
  Object.defineProperty(globalThis, 'sessionStorage', { get: storage, configurable: true });
  landAfterSignOut();
  return shown;
}

test.each([
  [`${BASE_PATH}/goodbye?from=a#b`, `${BASE_PATH}/`, [`${BASE_PATH}/goodbye?from=a#b`]],
  ['https://evil.example/', `${BASE_PATH}/`, [`${BASE_PATH}/`]],
  [`//evil.example${BASE_PATH}/`, `${BASE_PATH}/`, [`${BASE_PATH}/`]],
  [`${BASE_PATH}/goodbye`, `${BASE_PATH}/notes`, []],
])('a tab that has stored %s and loads %s shows %j, once', (remembered, at, shown) => {
  const stored = new Map([[LANDING, remembered]]);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
  expect([loadedAt(at, () => storage), loadedAt(`${BASE_PATH}/`, () => storage)]).toEqual([shown, []]);
});

test('the page loads if the browser blocks storage', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(loadedAt(`${BASE_PATH}/`, denied)).toEqual([]);
});
