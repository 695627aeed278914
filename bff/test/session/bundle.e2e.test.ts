import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
