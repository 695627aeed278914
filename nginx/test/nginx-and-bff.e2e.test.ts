import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TargetResponse } from '../conformance/request.ts';
import { isShell } from '../conformance/checks.ts';
import { openTarget, type Target } from '../conformance/target.ts';
import { startBff } from '@web/bff/test/start-bff';
import { startNginx } from './start-nginx.ts';
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
  // Debian's nginx reads the files as another user.
  await chmod(project, 0o755);
  for (const built of ['client/dist', 'bff/dist'])
    await cp(join(root, built), join(project, built), { recursive: true, preserveTimestamps: true });
  const manifest = join(project, 'client/dist/client-manifest.json');
  const changed = {
    ...(JSON.parse(await readFile(manifest, 'utf8')) as object),
    screens: '^(?:|things/[^/]+|[^/]+/all/[^/]+|a%20b)$',
    inline: { script: ['sha256-c2NyaXB0='], style: ['sha256-c3R5bGU=', 'sha256-b3RoZXI='] },
  };
  await writeFile(manifest, JSON.stringify(changed));
  const bff = await startBff(settings, join(project, 'bff/dist/main.js'));
  running.push(bff);
  // Behind nginx, the BFF does not need the settings.
  const plain = await startBff({}, join(project, 'bff/dist/main.js'));
  running.push(plain);
  const start = async (env: Record<string, string>) => {
    const server = await startNginx({ bffPort: plain.port, project, env });
    running.push(server);
    return openTarget(`http://127.0.0.1:${server.port}/web`);
  };
  embedded = openTarget(`http://127.0.0.1:${bff.port}/web`);
  nginx = await start(settings);
  stripping = await start({ ...settings, INGRESS_STRIPS_PREFIX: 'true' });
});

afterAll(async () => {
  for (const process of running.toReversed()) await process.stop();
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
const UNKNOWN = [
  '/nope',
  '/things',
  '/things/',
  '/things/1/2',
  '/things/1//2',
  '/THINGS/1',
  '/things/1/..2',
].concat(['/web', '/web/all']);

test.each(SCREENS)('10c nginx and embedded respond to the screen %s with 200', async (path) => {
  for (const target of [embedded, nginx, stripping]) {
    const response = await target.request(`/web${path}`);
    expect([response.status, isShell(response)]).toEqual([200, true]);
  }
  expect((await stripping.request(path)).status).toBe(200);
});

test.each(UNKNOWN)(
  '10d nginx and embedded respond to %s, which is no screen, with 404 and the shell',
  async (path) => {
    for (const target of [embedded, nginx, stripping]) {
      const response = await target.request(`/web${path}`);
      expect([response.status, isShell(response)]).toEqual([404, true]);
    }
  },
);

test('a path that begins with the base path twice is not read as the rest of it', async () => {
  // `web/all/1` is a screen beneath the base path; `all/1` is not.
  expect((await nginx.request('/web/web/all/1')).status).toBe(200);
  expect((await stripping.request('/web/all/1')).status).toBe(404);
});

/** A response without the fields that change with every request. */
const stable = ({ status, headers, text }: TargetResponse) => {
  const changing = ['date', 'connection', 'keep-alive', 'x-request-id', 'server', 'transfer-encoding'];
  const fields = Object.entries(headers).filter(([name]) => !changing.includes(name));
  return { status, text, headers: Object.fromEntries(fields) };
};

test.each(['http', 'https'])(
  '32e and 40: over %s, nginx and embedded send the same header fields with the same values',
  async (scheme) => {
    const paths = [...SCREENS, ...UNKNOWN].concat(
      '/index.html',
      '/nope.js',
      '/favicon.svg',
      '/manifest.webmanifest',
      '/assets/gone.js',
    );
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        for (const encoding of ['identity', 'br', 'gzip']) {
          const options = { method, headers: { 'x-forwarded-proto': scheme, 'accept-encoding': encoding } };
          const [one, other] = [
            await embedded.request(`/web${path}`, options),
            await nginx.request(`/web${path}`, options),
          ];
          expect([one.request, stable(other)]).toEqual([one.request, stable(one)]);
          const hsts = scheme === 'https' ? ['max-age=31536000'] : undefined;
          expect([one.request, one.headers['strict-transport-security']]).toEqual([one.request, hsts]);
        }
      }
    }
    const call = (target: Target) =>
      target.request('/web/api/status', { headers: { 'x-forwarded-proto': scheme } });
    expect(stable(await call(nginx)).headers).toEqual(stable(await call(embedded)).headers);
  },
);

test('the policy of documents contains the settings', async () => {
  for (const target of [embedded, nginx]) {
    const [policy] = (await target.request('/web/')).headers['content-security-policy'] ?? [];
    for (const directive of [
      "script-src 'self' 'sha256-c2NyaXB0='",
      "style-src 'self' 'sha256-c3R5bGU=' 'sha256-b3RoZXI='",
      `frame-ancestors ${settings.FRAME_ANCESTORS}`,
      `connect-src ${settings.CONNECT_SRC}`,
    ])
      expect(`${policy};`).toContain(`${directive};`);
  }
});
