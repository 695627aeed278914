import { expect, test } from 'vitest';
import { createReloads } from './reloads.ts';

const KEY = '/web:reloaded-for';

/** A tab with its session storage. `load` loads the document of a build. */
function openTab() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const tab = { unsaved: false, hidden: false, denied: false, reloads: [] as (string | undefined)[] };
  const load = (build?: string) =>
    createReloads({
      build,
      key: KEY,
      storage: () => {
        if (tab.denied) throw new Error('denied');
        return storage;
      },
      isUnsaved: () => tab.unsaved,
      isHidden: () => tab.hidden,
      reload: (url) => void tab.reloads.push(url),
    });
  return { load, tab };
}

test('after a response from another build, the next navigation reloads the page once', () => {
  const { load, tab } = openTab();
  const page = load('a');
  expect([page.checkBuild(null), page.checkBuild('a')]).toEqual([false, false]);
  page.onNavigate('/w');
  expect(page.checkBuild('b')).toBe(true);
  page.onHidden();
  expect(tab.reloads).toEqual([]);
  page.onNavigate('/x');
  page.onNavigate('/y');
  expect(tab.reloads).toEqual(['/x']);
  expect(openTab().load().checkBuild('b')).toBe(false);
});

test('after a response from another build, a hidden tab reloads, unless it has unsaved work', () => {
  const { load, tab } = openTab();
  const page = load('a');
  page.checkBuild('b');
  Object.assign(tab, { unsaved: true, hidden: true });
  page.onHidden();
  page.onNavigate('/x');
  expect(tab.reloads).toEqual([]);
  tab.unsaved = false;
  page.onHidden();
  expect(tab.reloads).toEqual([undefined]);
});

test('a missing chunk reloads the page only once, also with unsaved work', () => {
  const { load, tab } = openTab();
  tab.unsaved = true;
  const page = load('old');
  page.chunkMissing();
  page.chunkMissing();
  expect([tab.reloads, page.isReloading()]).toEqual([[undefined], true]);
  const again = load('old');
  again.chunkMissing();
  expect([tab.reloads.length, again.isReloading()]).toEqual([1, false]);
});

test('neither a permanently missing chunk nor servers with two different builds cause a reload loop', () => {
  const [parts, chunks, responses] = [openTab(), openTab(), openTab()];
  const other = { a: 'b', b: 'a' } as const;
  for (const build of ['a', 'b', 'a', 'b', 'a', 'b'] as const) {
    const part = parts.load('broken');
    part.screenLoaded(true);
    part.chunkMissing();
    chunks.load(build).chunkMissing();
    const page = responses.load(build);
    page.checkBuild(other[build]);
    page.onNavigate('/x');
  }
  expect([parts, chunks, responses].map(({ tab }) => tab.reloads.length)).toEqual([1, 2, 2]);
});

test('a missing chunk can reload the page again only after a navigation succeeds or a new build loads', () => {
  const { load, tab } = openTab();
  const reloadsAfterMissingChunk = (build: 'old' | 'new') => {
    const page = load(build);
    page.chunkMissing();
    return tab.reloads.length;
  };
  expect(reloadsAfterMissingChunk('old')).toBe(1);
  load('old').screenLoaded(true);
  expect(reloadsAfterMissingChunk('old')).toBe(1);
  load('old').screenLoaded(false);
  expect(reloadsAfterMissingChunk('old')).toBe(2);
  load('new').screenLoaded(true);
  expect(reloadsAfterMissingChunk('old')).toBe(3);
});

test('without session storage the page does not reload', () => {
  const { load, tab } = openTab();
  tab.denied = true;
  const page = load('old');
  page.chunkMissing();
  page.screenLoaded(true);
  expect([tab.reloads.length, page.isReloading()]).toEqual([0, false]);
});
