import { expect, test } from 'vitest';
import { createReloads } from './create-reloads.ts';

/** A tab with its session storage; `load` is a page load that gets the document of a build. */
function openTab() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const tab = { unsaved: false, hidden: false, denied: false, reloads: [] as (string | undefined)[], stored };
  const load = (build?: string) =>
    createReloads({
      build,
      key: 'web:reloaded-for',
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

test('the first navigation after a response of another build loads its URL, once', () => {
  const { load, tab } = openTab();
  const page = load('a');
  expect([page.noteBuild(null), page.noteBuild('a')]).toEqual([false, false]);
  page.onNavigate('/w');
  expect(page.noteBuild('b')).toBe(true);
  page.onHidden();
  expect(tab.reloads).toEqual([]);
  page.onNavigate('/x');
  page.onNavigate('/y');
  expect(tab.reloads).toEqual(['/x']);
});

test('another build waits for unsaved work, and is then loaded while the tab is hidden', () => {
  const { load, tab } = openTab();
  const page = load('a');
  page.noteBuild('b');
  Object.assign(tab, { unsaved: true, hidden: true });
  page.onHidden();
  page.onNavigate('/x');
  expect(tab.reloads).toEqual([]);
  tab.unsaved = false;
  page.onHidden();
  expect(tab.reloads).toEqual([undefined]);
});

test('a page without a build never reloads for another build', () => {
  expect(openTab().load().noteBuild('b')).toBe(false);
});

test('a missing chunk reloads the page once, however many chunks are missing', () => {
  const { load, tab } = openTab();
  const page = load('old');
  page.chunkFailed('/wanted');
  page.chunkFailed();
  expect(tab.reloads).toEqual(['/wanted']);
  expect(page.isReloading()).toBe(true);
  const again = load('old');
  again.chunkFailed();
  expect(tab.reloads).toHaveLength(1);
  expect(again.isReloading()).toBe(false);
});

test('a missing chunk does not reload over unsaved work, unless the person goes on to another screen', () => {
  const { load, tab } = openTab();
  const page = load('old');
  tab.unsaved = true;
  page.chunkFailed();
  expect(tab.reloads).toEqual([]);
  page.chunkFailed('/x');
  expect(tab.reloads).toEqual(['/x']);
});

test('a part of a screen that stays missing does not cause a loop, though the screen itself loads', () => {
  const { load, tab } = openTab();
  for (let round = 0; round < 5; round += 1) {
    const page = load('broken');
    page.screenLoaded(true);
    page.chunkFailed();
  }
  expect(tab.reloads).toHaveLength(1);
});

test('servers of two builds do not cause a loop', () => {
  const [chunks, responses] = [openTab(), openTab()];
  for (let round = 0; round < 5; round += 1) {
    for (const [own, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      chunks.load(own).chunkFailed();
      const page = responses.load(own);
      page.noteBuild(other);
      page.onNavigate('/x');
    }
  }
  expect([chunks.tab.reloads.length, responses.tab.reloads.length]).toEqual([2, 2]);
});

test('a build that the tab has reloaded for may reload once more for a missing chunk', () => {
  const { load, tab } = openTab();
  const page = load('first');
  page.noteBuild('second');
  page.onNavigate('/x');
  const second = load('second');
  second.screenLoaded(true);
  second.chunkFailed();
  expect(tab.reloads).toHaveLength(2);
});

test('a missing chunk is forgotten when another build’s screen, or a navigation of the same build, has loaded', () => {
  const { load, tab } = openTab();
  load('old').chunkFailed();
  const again = load('old');
  again.screenLoaded(true);
  expect(tab.stored.size).toBe(1);
  again.screenLoaded(false);
  expect(tab.stored.size).toBe(0);
  load('old').chunkFailed();
  load('new').screenLoaded(true);
  expect(tab.stored.size).toBe(0);
});

test('without session storage the page is never reloaded', () => {
  const { load, tab } = openTab();
  tab.denied = true;
  const page = load('old');
  page.chunkFailed();
  page.screenLoaded(true);
  expect([tab.reloads.length, page.isReloading()]).toEqual([0, false]);
});
