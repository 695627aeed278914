import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Running } from '@web/bff/test/processes';
import { startBff } from '@web/bff/test/start-bff';
import { choices } from '@web/client/test/languages/cases';
import { copyInTwoLanguages } from '@web/client/test/languages/two-languages';
import { openTarget, type Target } from '../conformance/target.ts';
import { startNginx } from './start-nginx.ts';

const running: Running[] = [];
const servers = new Map<string, Target>();
let project: string;

beforeAll(async () => {
  project = await copyInTwoLanguages();
  // Debian's nginx reads the files as another user.
  await chmod(project, 0o755);
  const bff = await startBff({}, join(project, 'bff/dist/main.js'));
  running.push(bff);
  const nginx = await startNginx({ bffPort: bff.port, project });
  running.push(nginx);
  for (const [name, { port }] of Object.entries({ nginx, bff }))
    servers.set(name, openTarget(`http://127.0.0.1:${port}/web`));
});

afterAll(async () => {
  for (const process of running.toReversed()) await process.stop();
  await rm(project, { recursive: true, force: true });
});

const get = (name: string, path: string, headers: Record<string, string> = {}) =>
  (servers.get(name) as Target).request(path, { headers });

test.each(choices)(
  'nginx and the BFF send $language for Accept-Language $accept and the cookie $cookie',
  async ({ accept, cookie, language }) => {
    const headers = {
      ...(accept !== undefined && { 'accept-language': accept }),
      ...(cookie !== undefined && { cookie }),
    };
    for (const name of servers.keys())
      for (const path of ['/web/', '/web/nothing']) {
        const { text, headers: sent } = await get(name, path, headers);
        expect(text, `${name} ${path}`).toContain(` lang="${language}"`);
        expect(sent['content-language']).toEqual([language]);
      }
  },
);

test.each(['nginx', 'bff'])('caches can tell the documents of %s apart', async (name) => {
  const german = { 'accept-language': 'de', 'accept-encoding': 'br' };
  const [de, en] = [await get(name, '/web/', german), await get(name, '/web/', { 'accept-encoding': 'br' })];
  expect(de.headers).toMatchObject({
    vary: ['Accept-Encoding, Accept-Language, Cookie'],
    'cache-control': ['no-cache'],
    'content-encoding': ['br'],
  });
  expect(de.headers['etag']).not.toEqual(en.headers['etag']);
  const tag = { 'if-none-match': de.headers['etag']?.[0] ?? '' };
  const fresh = await get(name, '/web/', { ...german, ...tag });
  expect([fresh.status, fresh.headers['vary']]).toEqual([304, de.headers['vary']]);
  expect((await get(name, '/web/', { 'accept-encoding': 'br', ...tag })).status).toBe(200);
  const unknown = await get(name, '/web/nothing', german);
  expect([unknown.status, unknown.headers['vary'], unknown.headers['content-encoding']]).toEqual([
    404,
    de.headers['vary'],
    ['br'],
  ]);
  const icon = await get(name, '/web/favicon.svg', german);
  expect(icon.headers['vary']).toEqual(['Accept-Encoding']);
  expect(icon.headers).not.toHaveProperty('content-language');
});

test('nginx and the BFF send the same header fields with a document', async () => {
  const own = ['connection', 'date', 'keep-alive', 'server', 'x-request-id'];
  for (const path of ['/web/', '/web/index.de.html', '/web/nothing']) {
    const [one, other] = await Promise.all(
      ['nginx', 'bff'].map(async (name) => {
        const { headers } = await get(name, path, { 'accept-language': 'de' });
        return Object.fromEntries(Object.entries(headers).filter(([field]) => !own.includes(field)));
      }),
    );
    expect(one).toEqual(other);
  }
});
