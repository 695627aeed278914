import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#platform/session/store/session-store.ts';
import { freePort, run } from '#platform/testing/processes.ts';
import { newFolder } from './start-replicated.ts';
import { openStoreAt } from './open-store-at.ts';
import { startValkey } from './start-valkey.ts';
import { newRecord } from './store-behaviour.ts';

const secrets = ['current-secret'.repeat(4)];

async function start(port?: number, ...args: string[]) {
  const server = await startValkey(port, ...args);
  onTestFinished(() => server.stop());
  return server;
}
const open = (url: URL) => openStoreAt(url.href, secrets);
type Opened = Awaited<ReturnType<typeof open>>;

const untilState = ({ store }: Opened, state: string) =>
  vi.waitFor(() => expect(store.state()).toBe(state), { timeout: 10_000, interval: 50 });

async function expectUnavailable(opened: Opened) {
  const { store } = opened;
  const asked = [
    () => store.read('k'),
    () => store.create(newRecord({ key: 'late' })),
    () => store.change('k', (session) => session),
    () => store.end('k'),
    () => store.list({ subject: 's' }),
    () => store.listUnused('s', 1),
    () => store.lock('l', 1_000),
  ];
  const begun = performance.now();
  const replies = await Promise.allSettled(asked.map(async (ask) => ask()));
  // On an idle machine, commands fail within 500 ms. On a busy one, they must still fail well before a call's deadline of 10 s.
  expect(performance.now() - begun).toBeLessThan(5_000);
  const reason = expect.toSatisfy((error) => error instanceof StoreUnavailable && !('cause' in error));
  expect(replies).toEqual(asked.map(() => ({ status: 'rejected', reason })));
  await untilState(opened, 'degraded');
}

test('the store reconnects to a server that was unreachable at startup, frozen or killed, and resends no commands', async () => {
  const [port, folder] = [await freePort(), await newFolder()];
  const startHere = () => start(port, '--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always');
  const opened = await open(new URL(`redis://127.0.0.1:${port}`));
  const { store, lines } = opened;
  await expectUnavailable(opened);
  let server = await startHere();
  await untilState(opened, 'up');
  await store.create(newRecord({ key: 'k' }));

  server.freeze();
  await expectUnavailable(opened);
  await expectUnavailable(opened);
  server.thaw();
  await untilState(opened, 'up');
  for (const text of ['session store unavailable', 'session store available'])
    expect(lines.filter((line) => line.includes(text))).toHaveLength(2);
  expect(await store.read('k')).toBeDefined();

  await store.end('late');
  server.freeze();
  await expectUnavailable(opened);
  await server.kill();
  server = await startHere();
  await untilState(opened, 'up');
  expect([await store.read('k'), await store.read('late')]).toEqual([expect.any(Object), undefined]);
  await server.kill();
  await expectUnavailable(opened);

  await rm(join(folder, 'appendonlydir'), { recursive: true });
  await startHere();
  await untilState(opened, 'up');
  expect(await store.read('k')).toBeUndefined();
  await store.create(newRecord({ key: 'k' }));
});

test.each([
  ['is full', 'maxmemory', '1', '0'],
  ['lacks a replica', 'min-replicas-to-write', '1', '0'],
])(
  'a store that %s is degraded until it accepts a write, although it answers reads',
  async (_, setting, bad, good) => {
    const server = await start();
    const opened = await open(server.url);
    const { store, lines } = opened;
    const configure = (value: string) =>
      run('redis-cli', ['-p', server.url.port, 'config', 'set', setting, value]);
    await store.create(newRecord({ key: 'k' }));
    await configure(bad);
    await expect(store.create(newRecord({ key: 'late' }))).rejects.toThrow(StoreUnavailable);
    for (let read = 0; read < 10; read += 1) {
      expect([await store.read('k'), store.state()]).toEqual([expect.any(Object), 'degraded']);
      await sleep(500);
    }
    await configure(good);
    await untilState(opened, 'up');
    expect(lines.filter((line) => line.includes('session store'))).toHaveLength(2);
  },
);

test('a wrong password appears neither in the log nor in the error', async () => {
  const server = await start(undefined, '--requirepass', 'right-password');
  const wrong = new URL(server.url);
  [wrong.username, wrong.password] = ['ada', 'wrong-password'];
  const { store, lines } = await open(wrong);
  expect(store.state()).toBe('degraded');
  const error = await Promise.resolve(store.read('k')).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(`${lines.join()}${(error as Error).stack}`).not.toContain('wrong-password');
  expect(lines.join()).toContain('WRONGPASS');
});
