import { expect, test } from 'vitest';
import { createReloadOnce } from './reload-once.ts';

/** A tab with its session storage; `load` is a page load that gets the shell of a build. */
function tab() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  let reloads = 0;
  const load = (build: string) =>
    createReloadOnce({
      key: 'web:reloaded-for',
      build,
      storage: () => storage,
      reload: () => void (reloads += 1),
    });
  return { load, stored, reloads: () => reloads };
}

test('a missing chunk reloads the page once, however many chunks are missing', () => {
  const { load, reloads } = tab();
  const page = load('old');
  page.chunkFailed();
  page.chunkFailed();
  expect(reloads()).toBe(1);
  expect(page.isReloading()).toBe(true);
});

test('a chunk that is missing after the reload too does not reload again', () => {
  const { load, reloads } = tab();
  load('old').chunkFailed();
  const again = load('old');
  again.chunkFailed();
  expect(reloads()).toBe(1);
  expect(again.isReloading()).toBe(false);
});

test('a part of a screen that stays missing does not loop, though the screen itself loads well', () => {
  const { load, reloads } = tab();
  for (let round = 0; round < 5; round += 1) {
    const page = load('broken');
    page.screenLoaded(true);
    page.chunkFailed();
  }
  expect(reloads()).toBe(1);
});

test('servers that alternate between two builds during a deploy do not make it loop', () => {
  const { load, reloads } = tab();
  for (let round = 0; round < 5; round += 1) {
    load('old').chunkFailed();
    load('new').chunkFailed();
  }
  expect(reloads()).toBe(2);
});

test('the next deploy gets its own reload', () => {
  const { load, reloads } = tab();
  load('first').chunkFailed();
  const second = load('second');
  second.screenLoaded(true);
  second.chunkFailed();
  expect(reloads()).toBe(2);
});

test('nothing stays in the storage once the new build’s screen has loaded well', () => {
  const { load, stored } = tab();
  load('old').chunkFailed();
  expect([...stored.keys()]).toEqual(['web:reloaded-for']);
  load('new').screenLoaded(true);
  expect(stored.size).toBe(0);
});

test('a navigation that succeeds forgives a failure of the same build', () => {
  const { load, stored } = tab();
  load('one').chunkFailed();
  const again = load('one');
  again.screenLoaded(true);
  expect(stored.size).toBe(1);
  again.screenLoaded(false);
  expect(stored.size).toBe(0);
});

test('without session storage the page is never reloaded', () => {
  let reloads = 0;
  const page = createReloadOnce({
    key: 'web:reloaded-for',
    build: 'old',
    storage: () => {
      throw new Error('denied');
    },
    reload: () => void (reloads += 1),
  });
  page.chunkFailed();
  page.screenLoaded(true);
  expect(reloads).toBe(0);
  expect(page.isReloading()).toBe(false);
});
