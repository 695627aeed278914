import { expect, test } from 'vitest';
import { createBffStatus } from './bff-status.ts';
import { type LocalCode, localProblem } from '#platform/api/local-problems.ts';

const status = { name: 'x', version: '1', startedAt: '2000-01-01T00:00:00Z', dependencies: [] };
type Reply = Awaited<ReturnType<Parameters<typeof createBffStatus>[0]['ask']>>;
const answered = (body: unknown): Reply => ({ ok: true, status: 200, body }) as Reply;
const failed = (code: LocalCode) => (): Reply => ({ ok: false, problem: localProblem(code) });
const up = (): Reply => answered(status);
const away = failed('unexpected-answer');

/** A page whose time passes by hand: `timers` holds the delays that are set, `pass` lets the last one end. */
function page() {
  const timers: { ms: number; callback: () => void }[] = [];
  const world = { answer: up, hidden: false, online: true, asked: 0 };
  const bff = createBffStatus({
    ask: async () => {
      world.asked += 1;
      return world.answer();
    },
    after: (ms, callback) => {
      const timer = { ms, callback };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
    isHidden: () => world.hidden,
    isOnline: () => world.online,
  });
  const pass = async () => {
    timers.pop()?.callback();
    await settled();
  };
  return { bff, world, pass, waits: () => timers.map((timer) => timer.ms) };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('it is checking until the first answer, then up with what the BFF says', async () => {
  const { bff } = page();
  bff.subscribe(() => {});
  expect(bff.current()).toEqual({ state: 'checking' });
  await settled();
  expect(bff.current()).toEqual({ state: 'up', status });
});

test('it asks every 5 s while the BFF answers and every 2 s while it does not', async () => {
  const { bff, world, pass, waits } = page();
  bff.subscribe(() => {});
  await settled();
  expect(waits()).toEqual([5000]);
  world.answer = away;
  await pass();
  expect(bff.current()).toEqual({ state: 'down' });
  expect(waits()).toEqual([2000]);
  world.answer = up;
  await pass();
  expect(bff.current().state).toBe('up');
  expect(waits()).toEqual([5000]);
});

test('it tells only of changes', async () => {
  const { bff, world, pass } = page();
  let told = 0;
  bff.subscribe(() => (told += 1));
  await settled();
  await pass();
  await pass();
  expect(told).toBe(1);
  world.answer = away;
  await pass();
  expect(told).toBe(2);
});

test('an answer that is no status counts as none', async () => {
  for (const answer of [
    () => answered(undefined),
    () => answered(null),
    () => answered({}),
    () => answered(new Blob(['<p>Sign in</p>'])),
    failed('signed-out'),
    failed('network'),
  ]) {
    const { bff, world } = page();
    world.answer = answer;
    bff.subscribe(() => {});
    await settled();
    expect(bff.current()).toEqual({ state: 'down' });
  }
});

test('a browser without a network is told from a BFF that does not answer', async () => {
  const { bff, world, pass, waits } = page();
  world.online = false;
  world.answer = failed('network');
  bff.subscribe(() => {});
  await settled();
  expect(bff.current()).toEqual({ state: 'offline' });
  expect(waits()).toEqual([2000]);
  world.answer = away;
  await pass();
  expect(bff.current()).toEqual({ state: 'down' });
  world.answer = up;
  await pass();
  expect(bff.current().state).toBe('up');
});

test('it pauses while the page is hidden and asks at once when it is shown', async () => {
  const { bff, world, pass, waits } = page();
  bff.subscribe(() => {});
  await settled();
  world.hidden = true;
  await pass();
  expect(world.asked).toBe(1);
  expect(waits()).toEqual([]);
  world.hidden = false;
  bff.wake();
  await settled();
  expect(world.asked).toBe(2);
  expect(waits()).toEqual([5000]);
});

test('being woken twice asks once', async () => {
  const { bff, world } = page();
  bff.subscribe(() => {});
  bff.wake();
  bff.wake();
  await settled();
  expect(world.asked).toBe(1);
});

test('it stops when nobody listens any more', async () => {
  const { bff, world, waits } = page();
  const leave = bff.subscribe(() => {});
  await settled();
  leave();
  bff.wake();
  await settled();
  expect(waits()).toEqual([]);
  expect(world.asked).toBe(1);
});

test('a BFF that takes too long counts as down', async () => {
  const timers: (() => void)[] = [];
  const bff = createBffStatus({
    ask: (signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed('cancelled')()))),
    after: (_, callback) => {
      timers.push(callback);
      return () => {};
    },
    isHidden: () => false,
    isOnline: () => true,
  });
  bff.subscribe(() => {});
  timers.shift()?.();
  await settled();
  expect(bff.current()).toEqual({ state: 'down' });
});
