import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../conformance/request.ts';
import { isShell } from '../conformance/checks.ts';
import { openTarget, type Target } from '../conformance/target.ts';
import { startBff } from '@web/bff/test/start-bff';
import { startFrontDoor } from './start-nginx.ts';
import { root, type Running } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';

const settings = {
  FRAME_ANCESTORS: "'self' https://portal.example",
  CONNECT_SRC: "'self' wss://live.example:8443",
  HSTS_SECONDS: '31536000',
};

const running: Running[] = [];
let project: string;
let embedded: Target;
let nginx: Target;
let stripping: Target;

beforeAll(async () => {
  project = await scratchCopy();
  // Debian's nginx reads as somebody else.
  await chmod(project, 0o755);
  for (const built of ['client/dist', 'bff/dist'])
    await cp(join(root, built), join(project, built), { recursive: true, preserveTimestamps: true });
  const facts = join(project, 'client/dist/client-manifest.json');
  const changed = {
    ...(JSON.parse(await readFile(facts, 'utf8')) as object),
    screens: '^(?:|things/[^/]+|[^/]+/all/[^/]+|a%20b)$',
    inline: { script: ['sha256-c2NyaXB0='], style: ['sha256-c3R5bGU=', 'sha256-b3RoZXI='] },
  };
  await writeFile(facts, JSON.stringify(changed));
  const bff = await startBff(settings, join(project, 'bff/dist/main.js'));
  running.push(bff);
  // The BFF behind nginx has none of the settings.
  const plain = await startBff({}, join(project, 'bff/dist/main.js'));
  running.push(plain);
  const start = async (env: Record<string, string>) => {
    const target = await startFrontDoor({ bffPort: plain.port, project, env });
    running.push(target);
    return openTarget(`http://127.0.0.1:${target.port}/web`);
  };
  embedded = openTarget(`http://127.0.0.1:${bff.port}/web`);
  nginx = await start(settings);
  stripping = await start({ ...settings, INGRESS_STRIPS_PREFIX: 'true' });
});

afterAll(async () => {
  for (const one of running.toReversed()) await one.stop();
  await rm(project, { recursive: true, force: true });
});

const SCREENS = [
  '/',
  '//',
  '/things/1',
  '/things/1/',
  '//things//1',
  '/things/a%2Fb?x=1',
  '/a%20b',
  '/x/all/y',
];
const NONE = [
  '/nope',
  '/things',
  '/things/',
  '/things/1/2',
  '/things/1//2',
  '/THINGS/1',
  '/things/1/..2',
].concat(['/web', '/web/all']);

test.each(SCREENS)(
  '10c both targets know the screen %s, with a slash at its end or without one, doubled or not: 200',
  async (path) => {
    for (const target of [embedded, nginx, stripping]) {
      const answer = await target.ask(`/web${path}`);
      expect([answer.status, isShell(answer)]).toEqual([200, true]);
    }
    expect((await stripping.ask(path)).status).toBe(200);
  },
);

test.each(NONE)('10d both targets know that %s is no screen: 404 and the shell', async (path) => {
  for (const target of [embedded, nginx, stripping]) {
    const answer = await target.ask(`/web${path}`);
    expect([answer.status, isShell(answer)]).toEqual([404, true]);
  }
});

test('a path that begins with the base path twice is no screen of the rest', async () => {
  // `/web/all/1` beneath the base path; stripped of it, `all/1`, which is none.
  expect((await nginx.ask('/web/web/all/1')).status).toBe(200);
  expect((await stripping.ask('/web/all/1')).status).toBe(404);
});

/** Everything of an answer but what is of the moment. */
const lasting = ({ status, headers, text }: Answer) => {
  const { date, connection, 'keep-alive': _kept, 'x-request-id': _id, server, ...rest } = headers;
  delete (rest as Record<string, unknown>)['transfer-encoding'];
  void [date, connection, server];
  return { status, text, headers: rest };
};

test.each(['http', 'https'])(
  '32e and 40: by %s, both targets send the same header fields with the same values, byte for byte',
  async (scheme) => {
    const asked = [...SCREENS, ...NONE].concat(
      '/index.html',
      '/nope.js',
      '/favicon.svg',
      '/manifest.webmanifest',
      '/assets/gone.js',
    );
    for (const path of asked) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        for (const coding of ['identity', 'br', 'gzip']) {
          const init = { method, headers: { 'x-forwarded-proto': scheme, 'accept-encoding': coding } };
          const [one, other] = [
            await embedded.ask(`/web${path}`, init),
            await nginx.ask(`/web${path}`, init),
          ];
          expect([one.asked, lasting(other)]).toEqual([one.asked, lasting(one)]);
          const hsts = scheme === 'https' ? ['max-age=31536000'] : undefined;
          expect([one.asked, one.headers['strict-transport-security']]).toEqual([one.asked, hsts]);
        }
      }
    }
    const call = (target: Target) =>
      target.ask('/web/api/status', { headers: { 'x-forwarded-proto': scheme } });
    expect(lasting(await call(nginx)).headers).toEqual(lasting(await call(embedded)).headers);
  },
);

test('the settings stand in the policy of documents', async () => {
  for (const target of [embedded, nginx]) {
    const [policy] = (await target.ask('/web/')).headers['content-security-policy'] ?? [];
    for (const directive of [
      "script-src 'self' 'sha256-c2NyaXB0='",
      "style-src 'self' 'sha256-c3R5bGU=' 'sha256-b3RoZXI='",
      `frame-ancestors ${settings.FRAME_ANCESTORS}`,
      `connect-src ${settings.CONNECT_SRC}`,
    ])
      expect(`${policy};`).toContain(`${directive};`);
  }
});
