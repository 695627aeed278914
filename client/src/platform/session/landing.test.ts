import { expect, onTestFinished, test, vi } from 'vitest';
import { LANDING, landAfterSignOut } from './landing.ts';

/** Loads the page at that address; the addresses that it goes on to. */
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
  ['/web/goodbye?from=a#b', '/web/', ['/web/goodbye?from=a#b']],
  ['https://evil.example/', '/web/', ['/web/']],
  ['//evil.example/web/', '/web/', ['/web/']],
  ['/web/goodbye', '/web/notes', []],
])('a tab that remembers %s and is loaded at %s goes on to %j, once', (remembered, at, shown) => {
  const stored = new Map([[LANDING, remembered]]);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
  expect([loadedAt(at, () => storage), loadedAt('/web/', () => storage)]).toEqual([shown, []]);
});

test('where a browser allows no storage, the page is loaded all the same', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(loadedAt('/web/', denied)).toEqual([]);
});
