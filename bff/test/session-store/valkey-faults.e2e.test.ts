import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#platform/session/store/session-store.ts';
import { openStore } from '#platform/session/store/open-store.ts';
import { freePort, run } from '../processes.ts';
import { startValkey } from './start-valkey.ts';
import { sessionOf } from './store-behaviour.ts';

const secrets = ['current-secret'.repeat(4)];
const retry = { timeout: 10_000, interval: 50 };

async function start(port?: number, ...args: string[]) {
  const server = await startValkey(port, ...args);
  onTestFinished(() => server.stop());
  return server;
}

async function open(url: URL) {
  const lines: string[] = [];
  const add = (...args: unknown[]) => void lines.push(JSON.stringify(args));
  const store = await openStore({ url, secrets, log: { info: add, warn: add, error: add } });
  onTestFinished(async () => store.close());
  return { store, lines };
}

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
    () => store.size(),
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
  expect(await store.size()).toBe(0);
});

test('a server that is killed is unavailable, and found again when it is restarted', async () => {
  const port = await freePort();
  const server = await start(port);
  const opened = await open(server.url);
  await server.kill();
  await expectUnavailable(opened);
  expect(opened.store.state()).toBe('degraded');
  await start(port);
  await vi.waitFor(() => expect(opened.store.state()).toBe('up'), retry);
  await opened.store.create('k', sessionOf());
  expect(await opened.store.read('k')).toBeDefined();
});

test('a server that is away at the start does not prevent it, and is found when it comes', async () => {
  const port = await freePort();
  const opened = await open(new URL(`redis://127.0.0.1:${port}`));
  expect(opened.store.state()).toBe('degraded');
  await expectUnavailable(opened);
  await start(port);
  await vi.waitFor(() => expect(opened.store.state()).toBe('up'), retry);
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
  expect(await store.size()).toBe(0);
});

test('closing ends the connection without an error in the log', async () => {
  const server = await start();
  const { store, lines } = await open(server.url);
  await store.close();
  await expect(store.read('k')).rejects.toThrow(StoreUnavailable);
  expect(lines).toEqual([]);
});
