import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../processes.ts';
import { startValkey } from '../session-store/start-valkey.ts';
import { startBff, testBundle, type RunningBff } from '../start-bff.ts';

let valkey: Awaited<ReturnType<typeof startValkey>>;
let replicas: readonly [RunningBff, RunningBff];

beforeAll(async () => {
  const main = testBundle('sessions');
  valkey = await startValkey();
  const env = {
    SESSION_STORE: valkey.url.href,
    SESSION_SECRET: 'a-secret-of-this-test-and-of-no-other-one',
    UPSTREAM_MINE: 'http://127.0.0.1:1',
    UPSTREAM_OURS: 'http://127.0.0.1:1',
  };
  replicas = [await startBff(env, main), await startBff(env, main)];
});

afterAll(async () => {
  for (const bff of replicas ?? []) await bff.stop();
  await valkey?.stop();
});

interface Init {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const send = (bff: RunningBff, path: string, init: Init = {}) =>
  fetch(`http://127.0.0.1:${bff.port}/web/api${path}`, {
    ...init,
    headers: {
      'x-requested-by': 'test',
      ...(init.body && { 'content-type': 'application/json' }),
      ...init.headers,
    },
  });

async function signIn(bff: RunningBff, subject: string) {
  const body = JSON.stringify({ subject, role: 'reader', name: 'Ada' });
  const response = await send(bff, '/sign-in', { method: 'POST', body });
  expect(response.status).toBe(204);
  return {
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; '),
  };
}

test('who signs in at one replica is signed in at the other, and signed out at both', async () => {
  const [first, second] = replicas;
  const headers = await signIn(first, 'ada');
  expect(await (await send(second, '/things', { headers })).json()).toMatchObject({ subject: 'ada' });
  expect((await send(second, '/sign-in', { method: 'DELETE', headers })).status).toBe(204);
  expect((await send(first, '/things', { headers })).status).toBe(401);
});

const statuses = async (headers: Readonly<Record<string, string>>) =>
  Promise.all(replicas.map(async (bff) => (await send(bff, '/things', { headers })).status));

test('while the store is frozen, calls with a session are refused soon, others are not, and every session stays', async () => {
  const headers = await signIn(replicas[0], 'ada');
  const stateOf = async (bff: RunningBff) => {
    const metrics = await fetch(`http://127.0.0.1:${bff.managementPort}/metrics`);
    const up = /^session_store_up (.)$/m.exec(await metrics.text())?.[1];
    const status = (await (await send(bff, '/status')).json()) as { dependencies: unknown };
    return [up, status.dependencies];
  };
  const named = (state: string) => expect.arrayContaining([{ name: 'session store', state }]);
  valkey.freeze();
  for (const bff of replicas) {
    const begun = performance.now();
    const refused = await send(bff, '/things', { headers });
    // 500 ms on an idle machine; the deadline of a call is 10 s.
    expect(performance.now() - begun).toBeLessThan(5_000);
    const fields = ['retry-after', 'set-cookie', 'x-session'].map((name) => refused.headers.get(name));
    expect([refused.status, ...fields]).toEqual([503, '1', null, null]);
    expect((await send(bff, '/who')).status).toBe(200);
    await expect.poll(() => stateOf(bff)).toEqual(['0', named('degraded')]);
  }
  valkey.thaw();
  for (const bff of replicas) await expect.poll(() => stateOf(bff)).toEqual(['1', named('up')]);
  expect(await statuses(headers)).toEqual([200, 200]);
});

test('10,000 random session cookies do not make the store grow', async () => {
  const size = async () => Number((await run('redis-cli', ['-p', valkey.url.port, 'dbsize'])).stdout);
  const before = await size();
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  for (let sent = 0; sent < 10_000; sent += 40) {
    const some = Array.from({ length: 20 }, () =>
      statuses({ cookie: `web-session=${random(12)}.${random(32)}` }),
    );
    expect(new Set((await Promise.all(some)).flat())).toEqual(new Set([401]));
  }
  expect(await size()).toBeLessThanOrEqual(before);
});

test('no file of a production build lets people choose a role', async () => {
  const folder = dirname(testBundle('sessions'));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(files).toContain('sessions.js');
  for (const file of files)
    expect([file, await readFile(join(folder, file), 'utf8')]).toEqual([
      file,
      expect.not.stringMatching(/developmentRoles|SESSION_PATH\}\/role/),
    ]);
  const [bff] = replicas;
  const chosen = await send(bff, '/session/role', { method: 'POST', body: '{"role":"keeper"}' });
  expect(chosen.status).toBe(405);
  expect(await (await send(bff, '/session')).json()).toEqual({
    session: null,
    signIn: { provider: false, screen: null },
  });
});
