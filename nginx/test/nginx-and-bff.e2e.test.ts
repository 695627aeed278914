import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

beforeAll(async () => {
  project = await copyInTwoLanguages();
  const main = join(project, 'bff/dist/main.js');
  const open = ({ port }: { readonly port: number }) => openTarget(`http://127.0.0.1:${port}/web`);
  embedded = open(started(await startBff(settings, main)));
  // Behind nginx, the BFF does not need the settings.
  const { port: bffPort } = started(await startBff({}, main));
  nginx = open(started(await startNginx({ bffPort, project, env: settings })));
});

afterAll(() => rm(project, { recursive: true, force: true }));

const SCREENS = '/web/ /web// /web/nope /web/a%2Fb?x=1 /web/v1.2 /web?x=1 / /x /website //example.org/..';
const FILES = '/web/index.html /web/index.de.html /web/nope.js /web/favicon.svg /web/assets/x.js';
const CALLS = '/web/api /web/api/status /web/api/nope/a%2Fb /web/livez /web/../x /web/..%2fx /web/api/%zz';
const CHANGING = ['date', 'connection', 'keep-alive', 'server', 'transfer-encoding', 'content-length'];

test.each(['http', 'https'])(
  'over %s, nginx and embedded send the same status and the same headers',
  async (scheme) => {
    const describe = async (target: Target, path: string, method: string) => {
      const headers = { 'x-forwarded-proto': scheme, 'accept-encoding': 'br' };
      const response = await target.request(path, { method, headers });
      const names = Object.keys(response.headers).filter((name) => !CHANGING.includes(name));
      return [path, method, response.status, ...names.toSorted()];
    };
    for (const path of `${SCREENS} ${FILES} ${CALLS}`.split(' '))
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
        expect(await describe(nginx, path, method)).toEqual(await describe(embedded, path, method));
  },
);

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
