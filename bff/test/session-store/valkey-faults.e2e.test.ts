import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#platform/session/store/session-store.ts';
import { freePort, run } from '../processes.ts';
import { openStoreAt } from './open-store-at.ts';
import { startValkey } from './start-valkey.ts';
import { sessionOf } from './store-behaviour.ts';

const secrets = ['current-secret'.repeat(4)];
const retry = { timeout: 10_000, interval: 50 };

async function start(port?: number, ...args: string[]) {
  const server = await startValkey(port, ...args);
  onTestFinished(() => server.stop());
  return server;
}

const open = (url: URL) => openStoreAt(url.href, secrets);

/** Every method rejects with `StoreUnavailable` soon. */
async function expectUnavailable({ store }: Awaited<ReturnType<typeof open>>) {
  const asked = [
    () => store.read('k'),
    () => store.create('new', sessionOf()),
    () => store.change('k', (session) => session),
    () => store.touch('k'),
    () => store.end('k'),
    () => store.endAll({ subject: 's' }),
    () => store.lock('l', 1_000),
    () => store.isFirst('t', 1_000),
  ];
  const begun = performance.now();
  const errors = await Promise.all(
    asked.map((ask) =>
      Promise.resolve(ask()).then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  );
  // 500 ms on an idle machine; the deadline of a call is 10 s.
  expect(performance.now() - begun).toBeLessThan(5_000);
  for (const error of errors) {
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(error).not.toHaveProperty('cause');
  }
}

test('a server that freezes is unavailable soon, and found again; every session stays', async () => {
  const server = await start();
  const opened = await open(server.url);
  await opened.store.create('kept', sessionOf());
  server.freeze();
  await expectUnavailable(opened);
  await vi.waitFor(() => expect(opened.store.state()).toBe('degraded'), retry);
  await expectUnavailable(opened);
  server.thaw();
  await vi.waitFor(() => expect(opened.store.state()).toBe('up'), retry);
  expect(await opened.store.read('kept')).toBeDefined();
  expect(opened.lines.filter((line) => line.includes('session store unavailable'))).toHaveLength(1);
  expect(opened.lines.filter((line) => line.includes('session store available'))).toHaveLength(1);
});

test('what a server did not carry out is not sent again when it is back', async () => {
  const port = await freePort();
  const server = await start(port);
  const { store } = await open(server.url);
  server.freeze();
  await expect(store.create('late', sessionOf())).rejects.toThrow(StoreUnavailable);
  await server.kill();
  await vi.waitFor(() => expect(store.state()).toBe('degraded'), retry);
  await start(port);
  await vi.waitFor(() => expect(store.state()).toBe('up'), retry);
  expect(await store.read('late')).toBeUndefined();
});

test('a server that is away at the start does not prevent it; it is found when it comes, and again after it was killed', async () => {
  const port = await freePort();
  const opened = await open(new URL(`redis://127.0.0.1:${port}`));
  expect(opened.store.state()).toBe('degraded');
  await expectUnavailable(opened);
  for (const key of ['first', 'second']) {
    const server = await start(port);
    await vi.waitFor(() => expect(opened.store.state()).toBe('up'), retry);
    await opened.store.create(key, sessionOf());
    expect(await opened.store.end(key)).toBeDefined();
    await server.kill();
    await expectUnavailable(opened);
    expect(opened.store.state()).toBe('degraded');
  }
});

test('where there is a replica, an end waits until it has heard of it, and rejects if it does not; nothing else waits', async () => {
  const server = await start();
  const replica = await start(undefined, '--replicaof', `127.0.0.1 ${server.url.port}`);
  const { store } = await open(server.url);
  const subject = 'of-two';
  for (const key of ['a', 'b', 'c', 'd']) await store.create(key, sessionOf({ subject }));
  const isAtReplica = async (key: string) =>
    (await run('redis-cli', ['-p', replica.url.port, 'exists', `web:session:{${key}}`])).stdout === '1\n';
  await expect.poll(() => isAtReplica('d')).toBe(true);
  expect([await store.end('a'), await isAtReplica('a')]).toEqual([expect.any(Object), false]);
  replica.freeze();
  const ends = Promise.allSettled([store.end('b'), store.endAll({ subject })]);
  for (let read = 0; read < 10; read += 1) expect((await store.read('unknown')) ?? store.state()).toBe('up');
  const rejected = { status: 'rejected', reason: expect.any(StoreUnavailable) };
  expect(await ends).toEqual([rejected, rejected]);
  for (const key of ['b', 'c', 'd']) expect(await store.read(key)).toBeUndefined();
});

test('a server that has become a replica ends nothing and begins nothing; reads and ends follow when it is primary again', async () => {
  const [server, primary] = [await start(), await start()];
  const { store } = await open(server.url);
  await store.create('k', sessionOf());
  const cli = (...args: string[]) => run('redis-cli', ['-p', server.url.port, ...args]);
  await cli('config', 'set', 'replica-serve-stale-data', 'no');
  primary.freeze();
  await cli('replicaof', '127.0.0.1', primary.url.port);
  for (const ask of [() => store.read('k'), () => store.end('k'), () => store.create('l', sessionOf())])
    await expect(ask()).rejects.toThrow(StoreUnavailable);
  await cli('replicaof', 'no', 'one');
  await vi.waitFor(async () => expect(await store.end('k')).toBeDefined(), retry);
});

test('user and password of the address are used, and never logged or thrown', async () => {
  const server = await start(undefined, '--requirepass', 'right-password');
  const right = new URL(server.url);
  right.password = 'right-password';
  const { store } = await open(right);
  expect(store.state()).toBe('up');

  const wrong = new URL(server.url);
  [wrong.username, wrong.password] = ['ada', 'wrong-password'];
  const opened = await open(wrong);
  expect(opened.store.state()).toBe('degraded');
  const error = await Promise.resolve(opened.store.read('k')).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(`${opened.lines.join()}${(error as Error).stack}`).not.toContain('wrong-password');
  expect(opened.lines.join()).toContain('WRONGPASS');
});

test('by rediss: the server must have a certificate that this machine trusts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'valkey-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  const port = await freePort();
  const tls = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
  await start(port, '--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', ...tls);
  const { store, lines } = await open(new URL(`rediss://localhost:${port}`));
  expect([store.state(), lines.join()]).toEqual(['degraded', expect.stringContaining('SELF_SIGNED')]);

  const trusted = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(trusted));
  setDefaultCACertificates([...trusted, await readFile(certificate, 'utf8')]);
  await vi.waitFor(() => expect(store.state()).toBe('up'), retry);
  expect(await store.read('k')).toBeUndefined();
});

test('closing ends the connection without an error in the log', async () => {
  const server = await start();
  const { store, lines } = await open(server.url);
  await store.close();
  await expect(store.read('k')).rejects.toThrow(StoreUnavailable);
  expect(lines).toEqual([]);
});
