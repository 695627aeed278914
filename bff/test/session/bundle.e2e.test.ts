import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../processes.ts';
import { startValkey } from '../session-store/start-valkey.ts';
import { buildTestBundle, startBff, type RunningBff } from '../start-bff.ts';

let valkey: Awaited<ReturnType<typeof startValkey>>;
let replicas: readonly [RunningBff, RunningBff];

beforeAll(async () => {
  const main = await buildTestBundle({
    entry: 'test/session/main-with-sessions.ts',
    outDir: 'dist-test/sessions',
  });
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
  const [one, other] = replicas;
  const headers = await signIn(one, 'ada');
  expect(await (await send(other, '/things', { headers })).json()).toMatchObject({ subject: 'ada' });
  expect((await send(other, '/sign-in', { method: 'DELETE', headers })).status).toBe(204);
  expect((await send(one, '/things', { headers })).status).toBe(401);
});

test('while Valkey does not answer, calls with a session are 503 soon, others go on, and nobody is signed out', async () => {
  const [bff] = replicas;
  const headers = await signIn(bff, 'grace');
  const stateOf = async () => {
    const { dependencies } = (await (await send(bff, '/status')).json()) as { dependencies: unknown };
    return dependencies;
  };
  valkey.freeze();
  const begun = performance.now();
  const refused = await send(bff, '/things', { headers });
  // 500 ms on an idle machine; the deadline of a call is 10 s.
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(refused.headers.getSetCookie()).toEqual([]);
  await vi.waitFor(async () =>
    expect(await stateOf()).toContainEqual({ name: 'session store', state: 'degraded' }),
  );
  expect((await send(bff, '/who')).status).toBe(200);
  valkey.thaw();
  await vi.waitFor(async () => expect((await send(bff, '/things', { headers })).status).toBe(200), {
    timeout: 10_000,
  });
});

test('no file of a production build lets people choose a role', async () => {
  const folder = join(root, 'bff/dist-test/sessions');
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
