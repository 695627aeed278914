import { expect, test } from 'vitest';
import { activityCache } from './activity-cache.ts';

const open = async () => activityCache({ settings: {}, log: {}, metrics: {} } as never);

test('the activity cache loads once for users who ask meanwhile, and for those who ask later', async () => {
  const cache = await open();
  let loads = 0;
  const load = async () => [{ day: '2026-05-03', changes: (loads += 1) }];
  const replies = [await Promise.all([cache.get(load), cache.get(load)]), [await cache.get(load)]].flat();
  expect(replies.map(([row]) => row?.changes)).toEqual([1, 1, 1]);
});

test('a load that fails, such as with the request of its user, fails neither those who wait for it nor later ones', async () => {
  const cache = await open();
  const failing = cache.get(() => Promise.reject(new Error('aborted')));
  const waiting = cache.get(async () => []);
  await expect(failing).rejects.toThrow('aborted');
  expect(await waiting).toEqual([]);
  expect(await cache.get(async () => [{ day: '2026-05-03', changes: 2 }])).toMatchObject([{ changes: 2 }]);
  expect(await cache.get(async () => [])).toMatchObject([{ changes: 2 }]);
});
