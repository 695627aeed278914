import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { json, service } from '#platform/upstreams/test/test-service.ts';
import { run, type Running } from '#platform/testing/processes.ts';
import { startValkey } from '#platform/test/session-store/start-valkey.ts';
import { startBff } from '#platform/testing/start-bff.ts';
import { testBundle } from '#platform/test/test-bundles.ts';
import { signIn } from './at-provider.ts';
import { users } from './session-app.ts';
import { startTestProvider } from '#platform/testing/test-provider.ts';
import { applicationAt, Visitor } from './visitor.ts';

const keep = <R extends Running>(running: R): R => {
  onTestFinished(() => running.stop());
  return running;
};

/** Starts two replicas with a store and a provider, and signs in at the first. */
async function startProduct() {
  const valkey = keep(await startValkey());
  const applications = ['http://localhost/web'];
  const provider = keep(await startTestProvider({ applications, users }));
  const { href } = await service(json({ token: 'any' }));
  const env = {
    SESSION_STORE_URL: valkey.url.href,
    SESSION_SECRET: 'a-secret-of-this-test-and-of-no-other-one',
    ...provider.settings,
    PUBLIC_ORIGIN: 'http://localhost',
    UPSTREAM_MINE: href,
    UPSTREAM_OURS: href,
  };
  const start = async (other: Readonly<Record<string, string>> = {}) => {
    const bff = keep(await startBff({ ...env, ...other }, testBundle('sessions')));
    return { ...bff, application: applicationAt(`http://127.0.0.1:${bff.port}`) };
  };
  const replicas = [await start(), await start()] as const;
  const host = { host: 'localhost' };
  const visitor = new Visitor(replicas[0].application, host);
  expect((await signIn(visitor, 'ann')).headers.location).toBe('/web/');
  const at = ({ application }: (typeof replicas)[0]) => new Visitor(application, host, visitor.cookies);
  const statuses = () => Promise.all(replicas.map((replica) => at(replica).status('GET /things')));
  return { valkey, replicas, visitor, at, statuses, start };
}

test('replicas share sessions, and requests with unknown cookies write nothing to the store', async () => {
  const { valkey, replicas, visitor, at, statuses } = await startProduct();
  expect(await statuses()).toEqual([200, 200]);
  const size = async () => Number((await run('redis-cli', ['-p', valkey.url.port, 'dbsize'])).stdout);
  const before = await size();
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  const forged = Array.from({ length: 50 }, () => {
    const cookie = { name: 'web-session', value: `${random(12)}.${random(32)}`, path: '/web' };
    return new Visitor(replicas[0].application, {}, [cookie]).status('GET /things');
  });
  expect(new Set(await Promise.all(forged))).toEqual(new Set([401]));
  expect(await size()).toBe(before);
  expect(await at(replicas[1]).status('DELETE /sign-in')).toBe(204);
  expect([await statuses(), await visitor.status('GET /things')]).toEqual([[401, 401], 401]);
});

test('replicas count the calls of a user together, and while the store hangs, a call with a limit is not rejected', async () => {
  const { valkey, replicas, at } = await startProduct();
  const [one, other] = replicas;
  expect(await at(one).status('GET /limited')).toBe(204);
  expect(await at(other).status('GET /limited')).toBe(204);
  expect(await at(one).status('GET /limited')).toBe(429);
  const anonymous = new Visitor(other.application);
  expect(await anonymous.status('GET /limited')).toBe(204);
  valkey.freeze();
  for (let sent = 0; sent < 3; sent += 1) expect(await anonymous.status('GET /limited')).toBe(204);
});

test('while the session store hangs, calls with a session fail within seconds, and anonymous calls succeed', async () => {
  const { valkey, replicas, at, statuses } = await startProduct();
  const expectState = async (up: string, state: string) => {
    for (const { managementPort, application } of replicas) {
      const metrics = async () => (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
      await expect.poll(metrics).toMatch(new RegExp(`^session_store_up ${up}$`, 'm'));
      const { dependencies } = (await new Visitor(application).call('GET /status')).json();
      expect(dependencies).toContainEqual({ name: 'session store', state });
    }
  };
  await expectState('1', 'up');
  valkey.freeze();
  for (const replica of replicas) {
    const begun = performance.now();
    const { statusCode, headers } = await at(replica).call('GET /things');
    // On an idle machine, the call fails after 500 ms. On a busy one, it must still fail well before its deadline of 10 s.
    expect(performance.now() - begun).toBeLessThan(5_000);
    const fields = ['retry-after', 'set-cookie', 'x-session'].map((name) => headers[name]);
    expect([statusCode, ...fields]).toEqual([503, '1', undefined, undefined]);
    for (const path of ['/sign-in', '/callback?code=no-code&state=no-state', '']) {
      const navigation = { 'sec-fetch-mode': 'navigate' };
      const { location } = (await at(replica).call(`GET /session${path}`, undefined, navigation)).headers;
      expect(location).toMatch(/^\/web\/session\?problem=unavailable/);
    }
    expect(await new Visitor(replica.application).status('GET /who')).toBe(200);
  }
  await expectState('0', 'degraded');
  valkey.thaw();
  await expectState('1', 'up');
  expect(await statuses()).toEqual([200, 200]);
});

test('a BFF with another SESSION_SECRET counts the sessions that it cannot decrypt, and logs the first', async () => {
  const { visitor, at, start } = await startProduct();
  const other = await start({ SESSION_SECRET: 'another-secret-of-this-test-and-of-no-other-one' });
  for (let sent = 0; sent < 2; sent += 1) expect(await at(other).status('GET /things')).toBe(401);
  const metrics = await (await fetch(`http://127.0.0.1:${other.managementPort}/metrics`)).text();
  expect(metrics).toMatch(/^session_records_unreadable_total 2$/m);
  await expect.poll(() => other.output().split('cannot decrypt a stored session')).toHaveLength(2);
  expect(await visitor.status('GET /things')).toBe(200);
});

test('a store that cannot count the attempts to sign in is degraded', async () => {
  const { valkey, replicas } = await startProduct();
  await run('redis-cli', ['-p', valkey.url.port, 'config', 'set', 'maxmemory', '1']);
  const [{ managementPort, application }] = replicas;
  const ann = { subject: 'ann', role: 'reader', name: 'Ann' };
  expect((await new Visitor(application).call('POST /sign-in', ann)).statusCode).toBe(503);
  const metrics = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
  expect(metrics).toMatch(/^session_store_up 0$/m);
});

test('production builds do not contain the development sign-in', async () => {
  const folder = dirname(testBundle('sessions'));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(files).toContain('sessions.js');
  for (const file of files)
    expect([file, await readFile(join(folder, file), 'utf8')]).toEqual([
      file,
      expect.not.stringMatching(/developmentRoles|SESSION_PATH\}\/role/),
    ]);
});
