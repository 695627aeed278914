import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import { securityHeaders } from '@web/bff/platform/edge/security-headers';
import { startTestBff } from '@web/bff/platform/test/test-bundles';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from './stop-after-all.ts';

const RUNS = process.env['FULL'] ? 10_000 : 1_000;
/** Allowed targets of redirects. */
const INSIDE = new RegExp(`^${BASE_PATH}/(?!/)`);

const started = stopAfterAll();
const ports: Record<string, number> = {};

beforeAll(async () => {
  const bff = started(await startTestBff({ LOG_LEVEL: 'silent' }));
  ports['embedded'] = bff.port;
  ports['nginx'] = started(await startNginx({ bffPort: bff.port })).port;
});

/** Sends the target unchanged, and returns status and headers of the response. */
async function request(port: number, method: string, target: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: app.example\r\nConnection: close\r\n\r\n`, 'latin1');
  const [head = ''] = (await text(socket)).split('\r\n\r\n', 1);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]), headers };
}

const words = (list: string) => list.split(' ');

const known = fc.constantFrom(
  ...words(`${BASE_PATH} ${BASE_PATH}/ ${BASE_PATH}/assets/x-1.js ${BASE_PATH}/index.html / //example.org`),
  ...words(`${API_PATH}/status ${API_PATH}/nope ${API_PATH}/test/echo/a ${API_PATH}/client-reports`),
);
const segment = fc.oneof(
  fc.constantFrom(
    ...words('.. %2e%2e %2f %5c % %zz %00 %c3%28 %252e %0d%0aX-Injected:1 ; $ ~ \\ __proto__ é'),
  ),
  fc.constantFrom('', '9'.repeat(400), 'x'.repeat(5_000)),
  fc.string({ unit: 'binary', maxLength: 40 }).map((value) => encodeURIComponent(value.toWellFormed())),
);
const target = fc
  .tuple(
    fc.constantFrom('', '', '', 'http://app.example', 'https://evil.example:99'),
    known,
    fc.array(segment, { maxLength: 4 }),
    fc.array(segment, { maxLength: 5 }),
  )
  .map(([origin, path, segments, query]) => `${origin}${[path, ...segments].join('/')}?${query.join('&')}`);
const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');

test('any request target gets a status below 500 with the security headers, and no redirect to another origin', async () => {
  await fc.assert(
    fc.asyncProperty(method, target, async (sentMethod, sentTarget) => {
      for (const port of Object.values(ports)) {
        const { status, headers } = await request(port, sentMethod, sentTarget);
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(500);
        const names = headers.map(([name]) => name);
        for (const name of Object.keys(securityHeaders))
          expect([name, names.filter((other) => other === name).length]).toEqual([name, 1]);
        expect(names).not.toContain('x-injected');
        for (const [name, value] of headers) if (name === 'location') expect(value).toMatch(INSIDE);
      }
    }),
    { numRuns: RUNS },
  );
});
