import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '#platform/test/test-app.ts';
import { securityHeaders } from '#platform/edge/security-headers.ts';
import { readConfig } from '#platform/config.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';

const documentText = '<!doctype html><div id="root"></div>';
let build: string;

beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'build-'));
  for (const encoding of ['identity', 'br', 'gzip']) {
    await mkdir(join(build, encoding));
    await writeFile(join(build, encoding, 'index.html'), encoding === 'identity' ? documentText : encoding);
    await writeFile(join(build, encoding, 'icon.svg'), encoding);
  }
  const manifest = {
    files: ['html', 'svg'],
    compressed: ['html', 'svg'],
    screens: ['', 'things/[^/]+', 'a%20b'],
    inline: { script: ['sha256-c2NyaXB0='], style: ['sha256-c3R5bGU=', 'sha256-b3RoZXI='] },
  };
  await writeFile(join(build, 'client-manifest.json'), JSON.stringify(manifest));
});

afterAll(() => rm(build, { recursive: true }));

const ask = async (url: string) => (await testApp({ clientBuild: build })).inject(`${BASE_PATH}${url}`);

test.each(['/', '/index.html', '/nope'])(
  'the document at %s has a content security policy with hashes and a report endpoint',
  async (url) => {
    const { headers } = await ask(url);
    const policy = String(headers['content-security-policy']).split('; ');
    const directives = [
      "script-src 'self' 'sha256-c2NyaXB0='",
      "style-src 'self' 'sha256-c3R5bGU=' 'sha256-b3RoZXI='",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      `report-uri ${BASE_PATH}/api/client-reports`,
    ];
    expect(policy).toEqual(expect.arrayContaining(directives));
    expect(policy.join()).not.toContain('unsafe');
  },
);

test.each(['/icon.svg', '/nope.svg', ''])(
  'the response for the path %j beneath the base path has the security headers',
  async (url) => {
    const { headers } = await ask(url);
    expect(headers).toMatchObject(securityHeaders);
  },
);

test('FRAME_ANCESTORS and CONNECT_SRC set directives of the content security policy', async () => {
  const { shared } = readConfig({
    FRAME_ANCESTORS: "'self' https://portal.example",
    CONNECT_SRC: "'self' wss://live.example",
  });
  const app = await testApp({ clientBuild: build, shared });
  const policy = (await app.inject(`${BASE_PATH}/`)).headers['content-security-policy'];
  expect(policy).toContain("; frame-ancestors 'self' https://portal.example;");
  expect(policy).toContain("; connect-src 'self' wss://live.example;");
});
