import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBroadcast } from './broadcast.ts';

/** Listens, and collects the messages until the signal aborts. */
function listen(broadcast: ReturnType<typeof createBroadcast<string>>) {
  const leaving = new AbortController();
  const messages: (string | null)[] = [];
  const ended = (async () => {
    for await (const message of broadcast.received(leaving.signal)) messages.push(message);
  })();
  return { messages, ended, leave: () => leaving.abort() };
}

test('a broadcast reaches all listeners in order, until they leave', async () => {
  const broadcast = createBroadcast<string>();
  broadcast.send('too early');
  const [one, two] = [listen(broadcast), listen(broadcast)];
  await turn();
  broadcast.send('a');
  await turn();
  broadcast.send('b');
  broadcast.send(null);
  await turn();
  one.leave();
  await one.ended;
  broadcast.send('c');
  await turn();
  expect([one.messages, two.messages]).toEqual([
    ['a', 'b', null],
    ['a', 'b', null, 'c'],
  ]);
  two.leave();
  await two.ended;
});

test('a listener that leaves while messages wait for it, or whose consumer stops, gets no more', async () => {
  const broadcast = createBroadcast<string>();
  const leaving = new AbortController();
  const messages = broadcast.received(leaving.signal);
  const first = messages.next();
  broadcast.send('a');
  broadcast.send('b');
  expect(await first).toEqual({ value: 'a', done: false });
  leaving.abort();
  expect(await messages.next()).toEqual({ value: undefined, done: true });
});

test('a slow listener gets null instead of the messages beyond maxWaiting, and other listeners get all', async () => {
  const broadcast = createBroadcast<string>(3);
  const fast = listen(broadcast);
  const leaving = new AbortController();
  const slow = broadcast.received(leaving.signal);
  const first = slow.next();
  for (const message of 'abcdef') {
    broadcast.send(message);
    await turn();
  }
  // `b`, `c` and `d` wait, and are dropped with `e`.
  expect([await first, await slow.next(), await slow.next()].map(({ value }) => value)).toEqual([
    'a',
    null,
    'f',
  ]);
  expect(fast.messages).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  fast.leave();
  leaving.abort();
});
