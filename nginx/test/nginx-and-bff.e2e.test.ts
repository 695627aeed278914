import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TargetResponse } from '../conformance/request.ts';
import { openTarget, type Target } from '../conformance/target.ts';
import { startBff } from '@web/bff/test/start-bff';
import { choices } from '@web/client/test/languages/cases';
import { copyInTwoLanguages } from '@web/client/test/languages/two-languages';
import { startNginx } from './start-nginx.ts';
import { stopAfterAll } from './stop-after-all.ts';

const settings = {
  FRAME_ANCESTORS: "'self' https://portal.example",
  CONNECT_SRC: "'self' wss://live.example:8443",
  HSTS_SECONDS: '31536000',
};

const started = stopAfterAll();
let project: string;
let embedded: Target;
let nginx: Target;
let stripping: Target;

beforeAll(async () => {
  project = await copyInTwoLanguages();
  const manifest = join(project, 'client/dist/client-manifest.json');
  const built = JSON.parse(await readFile(manifest, 'utf8')) as object;
  const screens = '^(?:|things/[^/]+|[^/]+/all/[^/]+|a%20b)$';
  await writeFile(manifest, JSON.stringify({ ...built, screens }));
  const open = ({ port }: { readonly port: number }) => openTarget(`http://127.0.0.1:${port}/web`);
  const main = join(project, 'bff/dist/main.js');
  embedded = open(started(await startBff(settings, main)));
  // Behind nginx, the BFF does not need the settings.
  const bff = started(await startBff({}, main));
  const start = async (env: Record<string, string>) =>
    started(await startNginx({ bffPort: bff.port, project, env }));
  nginx = open(await start(settings));
  stripping = open(await start({ ...settings, INGRESS_STRIPS_PREFIX: 'true' }));
});

afterAll(async () => {
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
const UNKNOWN = ['/nope', '/things', '/things/', '/things/1/2', '/things/1//2', '/THINGS/1', '/things/1/..2'];
const FILES = [
  '/index.html',
  '/index.de.html',
  '/nope.js',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/assets/x.js',
];
/** Beneath the base path, but for `/web/all` they are not what they are without it. */
const TWICE = ['/web', '/web/all'];

/** A response without the fields that change with every request. */
const stable = ({ status, headers, text }: TargetResponse) => {
  const changing = ['date', 'connection', 'keep-alive', 'x-request-id', 'server', 'transfer-encoding'];
  const fields = Object.entries(headers).filter(([name]) => !changing.includes(name));
  return { status, text, headers: Object.fromEntries(fields) };
};

test.each([
  ['http', 'en'],
  ['https', 'de'],
])(
  'over %s, nginx and embedded send the same responses to a person who reads %s',
  async (scheme, language) => {
    for (const path of [...SCREENS, ...UNKNOWN, ...FILES, ...TWICE])
      for (const method of ['GET', 'HEAD', 'POST'])
        for (const encoding of ['identity', 'br', 'gzip']) {
          const headers = {
            'x-forwarded-proto': scheme,
            'accept-encoding': encoding,
            'accept-language': language,
          };
          const send = async (target: Target, sent: string) => ({
            what: `${method} ${path} ${encoding}`,
            ...stable(await target.request(sent, { method, headers })),
          });
          const expected = await send(embedded, `/web${path}`);
          expect(await send(nginx, `/web${path}`)).toEqual(expected);
          expect(await send(stripping, `/web${path}`)).toEqual(expected);
          if (!TWICE.includes(path)) expect(await send(stripping, path)).toEqual(expected);
        }
    const status = (target: Target) =>
      target.request('/web/api/status', { headers: { 'x-forwarded-proto': scheme } });
    const { headers } = stable(await status(nginx));
    expect(headers).toEqual(stable(await status(embedded)).headers);
    const hsts = scheme === 'https' ? ['max-age=31536000'] : undefined;
    expect(headers['strict-transport-security']).toEqual(hsts);
  },
);

test('every screen of the table is found, and no other', async () => {
  for (const [paths, status] of [
    [SCREENS, 200],
    [[...UNKNOWN, ...TWICE], 404],
  ] as const)
    for (const path of paths)
      expect([path, (await nginx.request(`/web${path}`)).status]).toEqual([path, status]);
});

test('a path that begins with the base path twice is not read as the rest of it', async () => {
  // `web/all/1` is a screen beneath the base path; `all/1` is not.
  expect((await nginx.request('/web/web/all/1')).status).toBe(200);
  expect((await stripping.request('/web/all/1')).status).toBe(404);
});

test('the policy of documents contains the settings', async () => {
  const [policy] = (await nginx.request('/web/')).headers['content-security-policy'] ?? [];
  expect(`${policy};`).toContain(`frame-ancestors ${settings.FRAME_ANCESTORS};`);
  expect(`${policy};`).toContain(`connect-src ${settings.CONNECT_SRC};`);
});

test.each(choices)(
  'nginx and embedded send $language for Accept-Language $accept and the cookie $cookie',
  async ({ accept, cookie, language }) => {
    const headers = {
      ...(accept !== undefined && { 'accept-language': accept }),
      ...(cookie !== undefined && { cookie }),
    };
    for (const target of [nginx, embedded])
      for (const path of ['/web/', '/web/nothing']) {
        const { text, headers: sent } = await target.request(path, { headers });
        expect(text).toContain(` lang="${language}"`);
        expect(sent['content-language']).toEqual([language]);
      }
  },
);

test('caches can tell the documents apart', async () => {
  const get = (headers: Record<string, string>) =>
    nginx.request('/web/', { headers: { 'accept-encoding': 'br', ...headers } });
  const german = await get({ 'accept-language': 'de' });
  expect(german.headers).toMatchObject({ vary: ['Accept-Encoding, Accept-Language, Cookie'] });
  const tag = { 'if-none-match': german.headers['etag']?.[0] ?? '' };
  const fresh = await get({ 'accept-language': 'de', ...tag });
  expect([fresh.status, fresh.headers['vary']]).toEqual([304, german.headers['vary']]);
  expect((await get(tag)).status).toBe(200);
  expect((await nginx.request('/web/favicon.svg')).headers['vary']).toEqual(['Accept-Encoding']);
});
