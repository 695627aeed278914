import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestOptions } from '../conformance/request.ts';
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
/** nginx and the BFF alone, behind an ingress that strips the prefix. */
let stripping: Target[];

beforeAll(async () => {
  project = await copyInTwoLanguages();
  const manifest = join(project, 'client/dist/client-manifest.json');
  const built = JSON.parse(await readFile(manifest, 'utf8')) as object;
  const screens = '^(?:|things/[^/]+|[^/]+/all/[^/]+|a%20b)$';
  await writeFile(manifest, JSON.stringify({ ...built, screens }));
  const main = join(project, 'bff/dist/main.js');
  const open = ({ port }: { readonly port: number }) => openTarget(`http://127.0.0.1:${port}/web`);
  embedded = open(started(await startBff(settings, main)));
  // Behind nginx, the BFF does not need the settings.
  const { port: bffPort } = started(await startBff({}, main));
  nginx = open(started(await startNginx({ bffPort, project, env: settings })));
  const env = { ...settings, INGRESS_STRIPS_PREFIX: 'true' };
  stripping = [
    open(started(await startNginx({ bffPort, project, env }))),
    open(started(await startBff(env, main))),
  ];
});

afterAll(() => rm(project, { recursive: true, force: true }));

const SCREENS = '/ // /things/1 /things/1/ //things//1 /things/a%2Fb?x=1 /a%20b /x/all/y';
const UNKNOWN = '/nope /things /things/ /things/1/2 /things/1//2 /THINGS/1 /things/1/..2 /website';
const FILES = '/index.html /index.de.html /nope.js /favicon.svg /manifest.webmanifest /assets/x.js';
const OTHERS =
  '/api /api/ /api/nope /api/status /api/nope/a%2Fb /api/data.json /v1.2 /a%2Fb /livez /readyz /metrics';
const OUTSIDE = '/ /x /api/status /web /web?x=1 /web../x /website //example.org/..';
const ESCAPING = '/web/../x /web/%2e%2e/x /web/..%2fx /web/assets/..%2fx /web/api/..%2fx /web/api/%zz';
/** Beneath the base path, but for `/web/all` they are not what they are without it. */
const TWICE = ['/web', '/web/all'];
const paths = `${SCREENS} ${UNKNOWN} ${FILES} ${OTHERS}`.split(' ').concat(TWICE);
const requests = paths.flatMap((path) =>
  ['GET', 'HEAD', 'POST', 'OPTIONS'].flatMap((method) =>
    ['identity', 'br', 'gzip'].map((encoding) => ({ path, method, encoding })),
  ),
);

const CHANGING = ['date', 'connection', 'keep-alive', 'server', 'transfer-encoding'];

/** A response without what changes with every request and process. */
async function stable(target: Target, path: string, options: RequestOptions) {
  const { status, headers, text } = await target.request(path, options);
  const fields = Object.entries(headers).filter(([name]) => !CHANGING.includes(name));
  return { status, text: text.replace(/"startedAt":"[^"]*"/, ''), headers: Object.fromEntries(fields) };
}

test.each([
  ['http', 'en', undefined],
  ['https', 'de', ['max-age=31536000']],
])(
  'over %s, nginx and embedded, stripping or not, send the same responses to a person who reads %s',
  async (scheme, language, hsts) => {
    for (const { path, method, encoding } of requests) {
      const headers = {
        'x-forwarded-proto': scheme,
        'accept-encoding': encoding,
        'accept-language': language,
        'x-request-id': 'request-of-this-test',
      };
      const what = `${method} ${path} ${encoding}`;
      const send = async (target: Target, sent: string) => ({
        what,
        ...(await stable(target, sent, { method, headers })),
      });
      const expected = await send(embedded, `/web${path}`);
      expect([what, expected.headers['strict-transport-security']]).toEqual([what, hsts]);
      expect(await send(nginx, `/web${path}`)).toEqual(expected);
      for (const target of stripping) {
        expect(await send(target, `/web${path}`)).toEqual(expected);
        if (!TWICE.includes(path)) expect(await send(target, path)).toEqual(expected);
      }
    }
  },
);

test('outside the base path, nginx and embedded send the same status and fields, though not the same values', async () => {
  const describe = async (target: Target, path: string) => {
    const { status, headers } = await stable(target, path, {});
    return [path, status, ...Object.keys(headers).toSorted()];
  };
  for (const path of `${OUTSIDE} ${ESCAPING}`.split(' '))
    expect(await describe(nginx, path)).toEqual(await describe(embedded, path));
});

test('a path that begins with the base path twice is not read as the rest of it', async () => {
  // `web/all/1` is a screen beneath the base path; `all/1` is not.
  expect((await nginx.request('/web/web/all/1')).status).toBe(200);
  for (const target of stripping) expect((await target.request('/web/all/1')).status).toBe(404);
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

test('the ETag of the document in one language is not that of another', async () => {
  const german = { 'accept-language': 'de' };
  const { headers } = await nginx.request('/web/', { headers: german });
  const tag = { 'if-none-match': headers['etag']?.[0] ?? '' };
  expect((await nginx.request('/web/', { headers: { ...german, ...tag } })).status).toBe(304);
  expect((await nginx.request('/web/', { headers: tag })).status).toBe(200);
});
