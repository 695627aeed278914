import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget, type Target } from '#platform/conformance/target.ts';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { buildExample } from '@web/client/platform/test/build-example';
import { choices } from '@web/client/platform/test/languages/cases';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from './stop-after-all.ts';

const headerSettings = {
  FRAME_ANCESTORS: "'self' https://portal.example",
  CONNECT_SRC: "'self' wss://live.example:8443",
  HSTS_SECONDS: '31536000',
};

const policies = `export const policies = {
  permissions: { camera: ['self'], geolocation: ['self', 'https://maps.example'] },
  referrer: 'strict-origin',
};
`;

const started = stopAfterAll();
let project: string;
let embedded: Target;
let nginx: Target;

beforeAll(async () => {
  const built = await buildExample({ 'bff/src/contract/policies.ts': policies });
  const { main, settings } = built;
  project = built.folder;
  const open = ({ port }: { readonly port: number }) => openTarget(`http://127.0.0.1:${port}/web`);
  embedded = open(started(await startBff({ ...settings, ...headerSettings }, main)));
  const { port: bffPort } = started(await startBff(settings, main));
  nginx = open(started(await startNginx({ bffPort, project, env: headerSettings })));
});

afterAll(() => rm(project, { recursive: true, force: true }));

const INSIDE = `/web/ /web// /web/nope /web/a%2Fb?x=1 /web/v1.2 /web/index.html /web/index.de.html /web/nope.js
  /web/favicon.svg /web/assets/x.js /web/api /web/api/status /web/api/nope/a%2Fb /web/livez`;
const OUTSIDE = '/web?x=1 / /x /website //example.org/.. /web/../x /web/..%2fx /web/api/..%2fx /web/api/%zz';
const CHANGING = ['date', 'connection', 'keep-alive', 'server', 'transfer-encoding'];

test.each(['http', 'https'])(
  'nginx and a BFF without nginx send the same status and headers over %s',
  async (scheme) => {
    const headers = { 'x-forwarded-proto': scheme, 'accept-encoding': 'br', 'x-request-id': 'of-this-test' };
    const describe = async (target: Target, path: string, method: string) => {
      const response = await target.request(path, { method, headers });
      const fields = Object.entries(response.headers).filter(([name]) => !CHANGING.includes(name));
      return { path, method, status: response.status, fields: Object.fromEntries(fields) };
    };
    for (const path of INSIDE.split(/\s+/))
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
        expect(await describe(nginx, path, method)).toEqual(await describe(embedded, path, method));
    for (const path of OUTSIDE.split(' ')) {
      const [one, other] = [await describe(nginx, path, 'GET'), await describe(embedded, path, 'GET')];
      const names = Object.keys(other.fields).map((name) => [name, expect.anything()]);
      expect(one).toEqual({ ...other, fields: Object.fromEntries(names) });
    }
  },
);

test('headers that are too large get a problem beneath the API path, and elsewhere a page for people, with or without nginx', async () => {
  const headers = { cookie: `large=${'x'.repeat(20_000)}` };
  for (const target of [nginx, embedded])
    for (const [path, type, content] of [
      ['/web/api/status', 'application/problem+json', '"code":"request-header-fields-too-large"'],
      ['/web/notes', 'text/html; charset=utf-8', 'Cookies and site data'],
      ['/elsewhere', 'text/html; charset=utf-8', 'Cookies and site data'],
    ] as const) {
      const { status, headers: sent, text } = await target.request(path, { headers });
      expect([path, status, sent['content-type']]).toEqual([path, 431, [type]]);
      expect(text).toContain(content);
    }
  const long = await nginx.request(`/web/${'x'.repeat(20_000)}`);
  expect([long.status, long.headers['content-type']]).toEqual([414, ['text/html; charset=utf-8']]);
});

test.each(choices)(
  'for Accept-Language $accept and the cookie $cookie, the language is $language, with or without nginx',
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

test('the document has a different ETag in each language', async () => {
  const german = { 'accept-language': 'de' };
  const { headers } = await nginx.request('/web/', { headers: german });
  const tag = { 'if-none-match': headers['etag']?.[0] ?? '' };
  expect((await nginx.request('/web/', { headers: { ...german, ...tag } })).status).toBe(304);
  expect((await nginx.request('/web/', { headers: tag })).status).toBe(200);
});

test('the product’s policies apply to documents only, with or without nginx', async () => {
  for (const target of [nginx, embedded])
    for (const [path, permissions, referrer] of [
      ['/web/', 'camera=(self), geolocation=(self "https://maps.example"), microphone=()', 'strict-origin'],
      [
        '/web/nope',
        'camera=(self), geolocation=(self "https://maps.example"), microphone=()',
        'strict-origin',
      ],
      ['/web/favicon.svg', 'camera=(), geolocation=(), microphone=()', 'same-origin'],
      ['/web/api/status', 'camera=(), geolocation=(), microphone=()', 'same-origin'],
    ]) {
      const { headers } = await target.request(path!);
      expect([path, headers['permissions-policy'], headers['referrer-policy']]).toEqual([
        path,
        [expect.stringContaining(permissions!)],
        [referrer],
      ]);
    }
});
