import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { allCases } from '../../conformance/cases/all.ts';
import { describeTarget } from '../../conformance/describe-response.ts';
import { openTarget } from '../../conformance/target.ts';
import { runCases } from '../../conformance/run-cases.ts';
import { startBff } from '@web/bff/test/start-bff';
import { chromium } from '@web/client/test/browser/chromium';
import { startStack } from './compose.ts';
import { startProxy } from '../ingress/start-proxy.ts';
import { root, run } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';
import { isShown, visit } from '@web/client/test/browser/visit';

let browser: Browser;
let scratch: string;

beforeAll(async () => {
  browser = await chromium();
  scratch = await scratchCopy();
});

afterAll(async () => {
  await browser?.close();
  await rm(scratch, { recursive: true, force: true });
});

test('39 built with another BASE_PATH, every case holds there through nginx and embedded', async () => {
  const constants = join(scratch, 'bff/src/contract/constants.ts');
  const text = await readFile(constants, 'utf8');
  expect(text).toContain(`BASE_PATH = '/web'`);
  await writeFile(constants, text.replace(`BASE_PATH = '/web'`, `BASE_PATH = '/portal/x'`));
  await run('node', ['client/vite/build.ts'], { cwd: scratch });

  const embedded = await startBff({}, join(scratch, 'bff/dist/main.js'), '/portal/x');
  onTestFinished(embedded.stop);
  const stack = await startStack({
    name: 'web-e2e-portal',
    subnet: '172.30.94.0/24',
    folder: scratch,
    base: '/portal/x',
    testCalls: false,
  });
  onTestFinished(stack.stop);
  const targets = [embedded, stack].map(({ port }) =>
    openTarget(`http://127.0.0.1:${port}/portal/x`, { ownsOrigin: true }),
  );
  for (const target of targets) {
    const results = await runCases(target, allCases);
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(50);
    expect((await target.request('/web/')).status).toBe(404);
    const { page, problems } = await visit(browser, target.origin, '/portal/x');
    await page.goto(`${target.origin}/portal/x`);
    await isShown(page);
    expect(new URL(page.url()).pathname).toBe('/portal/x/');
    expect(problems()).toEqual([]);
  }
  // The copy's packages are links, which changes only the hashes in file names.
  const descriptions = await Promise.all(targets.map(describeTarget));
  const [one, other] = descriptions.map((description) =>
    JSON.stringify(description, null, 1).replaceAll(/-[\w-]{8}\.js/g, '.js'),
  );
  expect(other).toEqual(one);
});

test('33 a tab from before a deploy reloads exactly once when it meets a missing chunk, and never loops', async () => {
  const { port, stop } = await startBff({}, join(root, 'bff/dist/main.js'));
  const origin = `http://127.0.0.1:${port}`;
  try {
    const { page } = await visit(browser, origin);
    let documents = 0;
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
    // A deploy removes the home screen's chunk while the tab shows another screen.
    const chunks = (await readdir(join(root, 'client/dist/identity/assets'))).filter((name) =>
      /^home-screen.*\.js$/.test(name),
    );
    expect(chunks.length).toBeGreaterThan(0);
    await page.route(/\/assets\/home-screen.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${origin}/web/no/such/screen`);
    await page.getByRole('main').getByRole('link').first().click();
    await page
      .getByRole('alert')
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
    await page.waitForTimeout(2000);
    expect(documents).toBe(2);
    // With the chunk back, the next reload shows the screen.
    await page.unroute(/\/assets\/home-screen.*\.js/);
    await page.goto(`${origin}/web/`);
    await isShown(page);
  } finally {
    await stop();
  }
});

test('1f and 8: behind a stripping ingress the page corrects its own address without a reload', async () => {
  const embedded = await startBff({ INGRESS_STRIPS_PREFIX: 'true' }, join(root, 'bff/dist/main.js'));
  const ingress = await startProxy('nginx', 'stripping', { upstreamPort: embedded.port });
  try {
    const origin = `http://127.0.0.1:${ingress.port}`;
    const { page, problems } = await visit(browser, origin);
    let documents = 0;
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
    await page.goto(`${origin}/web?x=1`);
    await isShown(page);
    expect(page.url()).toBe(`${origin}/web/?x=1`);
    expect(documents).toBe(1);
    await page.reload();
    await isShown(page);
    expect(problems()).toEqual([]);
  } finally {
    await ingress.stop();
    await embedded.stop();
  }
});

test('a file .env gives the BFF the addresses of the backend services, and only compose the published port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compose-'));
  await cp(join(root, 'docker-compose.yml'), join(folder, 'docker-compose.yml'));
  await writeFile(join(folder, '.env'), 'UPSTREAM_NOTES=http://notes:4000\nPORT=127.0.0.1:8091\n');
  const { stdout } = await run('docker', ['compose', 'config', '--format', 'json'], { cwd: folder });
  await rm(folder, { recursive: true });
  const { services } = JSON.parse(stdout) as {
    services: { bff: { environment: object }; nginx: { ports: object[] } };
  };
  expect(services.bff.environment).toMatchObject({ UPSTREAM_NOTES: 'http://notes:4000', PORT: '3000' });
  expect(services.nginx.ports).toMatchObject([
    { target: 8080, published: '8091', host_ip: '127.0.0.1' },
    { target: 9001, host_ip: '127.0.0.1' },
  ]);
});
