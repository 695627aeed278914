import { expect, test } from 'vitest';
import { createNewVersion } from './create-new-version.ts';
import { createUnsaved } from '#platform/forms/unsaved.ts';

function tab() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const world = { unsaved: false, hidden: false, reloads: [] as (string | undefined)[] };
  const load = (build?: string) =>
    createNewVersion({
      build,
      key: 'web:v',
      storage: () => storage,
      isUnsaved: () => world.unsaved,
      isHidden: () => world.hidden,
      reload: (address) => void world.reloads.push(address),
    });
  return { load, world };
}

test('the next navigation after another build has answered loads its address, once', () => {
  const { load, world } = tab();
  const page = load('a');
  expect([page.isOther(null), page.isOther('a'), page.navigating('/x')]).toEqual([false, false, false]);
  expect(page.isOther('b')).toBe(true);
  page.hidden();
  expect(world.reloads).toEqual([]);
  page.navigating('/x');
  page.navigating('/y');
  expect(world.reloads).toEqual(['/x']);
});

test('it waits for unsaved work and then takes the tab’s being hidden', () => {
  const { load, world } = tab();
  const page = load('a');
  page.isOther('b');
  Object.assign(world, { unsaved: true, hidden: true });
  page.hidden();
  page.navigating('/x');
  expect(world.reloads).toEqual([]);
  world.unsaved = false;
  page.hidden();
  expect(world.reloads).toEqual([undefined]);
});

test('servers of two builds do not make it loop, and a page without a build never reloads', () => {
  const { load, world } = tab();
  for (let round = 0; round < 5; round += 1) {
    for (const [own, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const page = load(own);
      page.isOther(other);
      page.navigating('/x');
    }
  }
  expect(world.reloads.length).toBe(2);
  expect(load().isOther('b')).toBe(false);
});

test('the browser asks before leaving as long as anything is held', () => {
  const page = new EventTarget();
  const unsaved = createUnsaved(page);
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const release = unsaved.hold('input');
  expect([unsaved.isAny(), asks()]).toEqual([true, true]);
  release();
  release();
  expect([unsaved.isAny(), asks()]).toEqual([false, false]);
});
