import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCases } from '../conformance/cases/all.ts';
import { describeDoor } from '../conformance/describe-answer.ts';
import { openDoor } from '../conformance/door.ts';
import { runCases } from '../conformance/run.ts';
import { startEmbedded } from './bff-with-test-calls.ts';
import { chromium } from './browser.ts';
import { startStack } from './compose.ts';
import { startIngress } from './ingress.ts';
import { root, run } from './processes.ts';
import { scratchCopy } from './scratch-copy.ts';
import { bffIs, visit } from './visit.ts';

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

test('39 one constant moves the whole application: built for another prefix, every case holds there through both doors', async () => {
  const constants = join(scratch, 'bff/src/contract/constants.ts');
  const text = await readFile(constants, 'utf8');
  expect(text).toContain(`BASE_PATH = '/web'`);
  await writeFile(constants, text.replace(`BASE_PATH = '/web'`, `BASE_PATH = '/portal/x'`));
  await run('node', ['client/build/if-stale.ts'], { cwd: scratch });

  const embedded = await startEmbedded({}, join(scratch, 'bff/dist/main.js'), '/portal/x');
  const stack = await startStack({
    name: 'web-e2e-portal',
    subnet: '172.30.94.0/24',
    folder: scratch,
    base: '/portal/x',
    testCalls: false,
  });
  try {
    const doors = [embedded, stack].map(({ port }) =>
      openDoor(`http://127.0.0.1:${port}/portal/x`, { ownsOrigin: true }),
    );
    for (const door of doors) {
      const results = await runCases(door, allCases);
      expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(50);
      expect((await door.ask('/web/')).status).toBe(404);
      const { page, faults } = await visit(browser, door.origin, '/portal/x');
      await page.goto(`${door.origin}/portal/x`);
      await bffIs(page, 'up');
      expect(new URL(page.url()).pathname).toBe('/portal/x/');
      expect(faults()).toEqual([]);
    }
    // The copy's packages are links, which changes the hashes in names, and nothing else.
    const described = await Promise.all(doors.map(describeDoor));
    const [one, other] = described.map((door) =>
      JSON.stringify(door, null, 1).replaceAll(/-[\w-]{8}\.js/g, '.js'),
    );
    expect(other).toEqual(one);
  } finally {
    await embedded.stop();
    await stack.stop();
  }
});

test('33 a tab from before a deploy reloads exactly once when it meets a missing chunk, and never loops', async () => {
  const { port, stop } = await startEmbedded({}, join(root, 'bff/dist/main.js'));
  const origin = `http://127.0.0.1:${port}`;
  try {
    const { page } = await visit(browser, origin);
    let documents = 0;
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
    // A deploy takes the home screen's chunk away while the tab stands on another screen.
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
    // The deploy is whole again: the next reload shows the screen.
    await page.unroute(/\/assets\/home-screen.*\.js/);
    await page.goto(`${origin}/web/`);
    await bffIs(page, 'up');
  } finally {
    await stop();
  }
});

test('1f and 8: behind a stripping ingress the page corrects its own address without a reload', async () => {
  const embedded = await startEmbedded({ INGRESS_STRIPS_PREFIX: 'true' }, join(root, 'bff/dist/main.js'));
  const ingress = await startIngress('stripping', embedded.port);
  try {
    const origin = `http://127.0.0.1:${ingress.port}`;
    const { page, faults } = await visit(browser, origin);
    let documents = 0;
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
    await page.goto(`${origin}/web?x=1`);
    await bffIs(page, 'up');
    expect(page.url()).toBe(`${origin}/web/?x=1`);
    expect(documents).toBe(1);
    await page.reload();
    await bffIs(page, 'up');
    expect(faults()).toEqual([]);
  } finally {
    await ingress.stop();
    await embedded.stop();
  }
});

test('a file .env names the backend services to the BFF, and the published port to compose alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compose-'));
  await cp(join(root, 'docker-compose.yml'), join(folder, 'docker-compose.yml'));
  await writeFile(join(folder, '.env'), 'UPSTREAM_NOTES=http://notes:4000\nPORT=127.0.0.1:8091\n');
  const { stdout } = await run('docker', ['compose', 'config', '--format', 'json'], { cwd: folder });
  await rm(folder, { recursive: true });
  const { services } = JSON.parse(stdout) as {
    services: { bff: { environment: object }; nginx: { ports: object[] } };
  };
  expect(services.bff.environment).toMatchObject({ UPSTREAM_NOTES: 'http://notes:4000', PORT: '3000' });
  expect(services.nginx.ports).toMatchObject([{ published: '8091', host_ip: '127.0.0.1' }]);
});
