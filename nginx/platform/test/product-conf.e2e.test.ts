import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { securityHeaders } from '@web/bff/platform/edge/security-headers';
import { startTestBff } from '@web/bff/platform/test/test-bundles';
import { openTarget } from '#platform/conformance/target.ts';
import { runCases } from '#platform/conformance/run-cases.ts';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from './stop-after-all.ts';

const started = stopAfterAll();
let bffPort = 0;
beforeAll(async () => {
  bffPort = started(await startTestBff()).port;
});

/** Starts nginx with locations of a product: an upstream, static files with a header of their own, and a redirect. */
async function startWithLocations() {
  const tiles = createServer((_request, response) => response.end('tile')).listen(0, '127.0.0.1');
  await once(tiles, 'listening');
  onTestFinished(() => void tiles.close());
  const folder = await mkdtemp(join(tmpdir(), 'manual-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'manual'));
  await writeFile(join(folder, 'manual/start.txt'), 'Start here.');
  const nginx = await startNginx({
    bffPort,
    product: {
      'http.conf': `upstream tiles { server 127.0.0.1:${(tiles.address() as AddressInfo).port}; }`,
      'server.conf': `
location ^~ \${BASE_PATH}/tiles/ { proxy_pass http://tiles/; }
location ^~ \${BASE_PATH}/manual/ {
  alias ${folder}/manual/;
  include add-headers.conf;
  add_header X-Manual 1 always;
}
location = \${BASE_PATH}/help { return 302 \${BASE_PATH}/manual/start.txt; }
`,
    },
  });
  onTestFinished(nginx.stop);
  return `http://127.0.0.1:${nginx.port}`;
}

test('the product’s locations send the security headers, and the conformance cases still pass', async () => {
  const origin = await startWithLocations();
  const get = (path: string) => fetch(`${origin}${BASE_PATH}${path}`, { redirect: 'manual' });
  const [tile, manual, help] = [await get('/tiles/1'), await get('/manual/start.txt'), await get('/help')];
  expect([await tile.text(), await manual.text()]).toEqual(['tile', 'Start here.']);
  expect(manual.headers.get('x-manual')).toBe('1');
  expect([help.status, help.headers.get('location')]).toEqual([302, `${BASE_PATH}/manual/start.txt`]);
  for (const { url, headers } of [tile, manual, help])
    for (const [name, value] of Object.entries(securityHeaders))
      expect([url, name, headers.get(name)]).toEqual([url, name, value]);
  const results = await runCases(openTarget(origin + BASE_PATH));
  expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
});
