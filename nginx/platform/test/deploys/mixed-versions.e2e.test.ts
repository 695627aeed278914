import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { freePort, root, run } from '@web/bff/platform/testing/processes';
import { startBff, type RunningBff } from '@web/bff/platform/testing/start-bff';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { isShown, visit } from '@web/client/platform/testing/browser/visit';
import { buildTestScreens } from '@web/client/platform/test/screens/build-test-screens';
import { startProxy, type Ingress } from '#platform/test/ingress/start-proxy.ts';
import { startNginx, type RunningNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from '#platform/test/stop-after-all.ts';

interface Version {
  readonly folder: string;
  readonly bff: RunningBff;
}

interface Replica {
  readonly port: number;
  readonly peer: number;
  nginx?: RunningNginx;
}

const SCREENS = ['reading', 'writing', 'booking', 'editing', 'stepping', 'uploading', 'going'];

const started = stopAfterAll();
let browser: Browser;
let ingress: Ingress;
const versions: Version[] = [];
const replicas: Replica[] = [];

const renameFiles = (mark: string) => async (folder: string) => {
  const config = join(folder, 'client/platform/build/config.ts');
  const text = await readFile(config, 'utf8');
  const named = `output: { chunkFileNames: 'assets/[name]-${mark}-[hash].js',`;
  await writeFile(config, text.replace('output: {', named));
};

beforeAll(async () => {
  for (const mark of ['old', 'new']) {
    const { folder, main } = await buildTestScreens(undefined, renameFiles(mark));
    started({ stop: () => rm(folder, { recursive: true, force: true }) });
    versions.push({ folder, bff: started(await startBff({}, main)) });
  }
  // Adds the assets of the previous build to the new one, like the Dockerfile with PREVIOUS_IMAGE.
  const [before = '', after = ''] = versions.map(({ folder }) => join(folder, 'client/dist'));
  await run('node', [join(root, 'client/platform/build/assets/keep-previous.ts'), after, before]);
  const [first, second] = [await freePort(), await freePort()];
  replicas.push({ port: first, peer: second }, { port: second, peer: first });
  for (const replica of replicas) {
    await deploy(replica, versions[0]!);
    started({ stop: async () => replica.nginx?.stop() });
  }
  // The balancer has no health checks. If a replica does not respond, the balancer retries the request on the other one.
  const servers = `server 127.0.0.1:8080 max_fails=0;\n  server 127.0.0.1:${second} max_fails=0;`;
  const edits = [['server 127.0.0.1:8080;', servers]] as const;
  ingress = started(await startProxy('nginx', 'preserving', { upstreamPort: first, edits }));
  browser = await chromium();
  started({ stop: () => browser.close() });
});

async function deploy(replica: Replica, { folder, bff }: Version): Promise<void> {
  if (replica.nginx) {
    const { pid, stop } = replica.nginx;
    process.kill(pid, 'SIGQUIT');
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    await stop();
  }
  const env = { PEERS: `127.0.0.1:${replica.peer}` };
  replica.nginx = await startNginx({ bffPort: bff.port, project: folder, port: replica.port, env });
}

/** Opens a tab, and counts its documents and problems, including missing assets. */
async function openTab() {
  const origin = `http://127.0.0.1:${ingress.port}`;
  const { page, problems } = await visit(browser, origin);
  const failed: string[] = [];
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  page.on('response', (response) => {
    if (response.url().includes('/assets/') && !response.ok() && response.status() !== 304)
      failed.push(`${response.status()} ${response.url()}`);
  });
  const open = async (screen: string) => {
    await page.goto(`${origin}/web/test/${screen}`);
    await isShown(page);
  };
  await open('writing');
  return { page, open, problems: () => [...failed, ...problems()], documents: () => documents };
}

async function follow(page: Page, screen: string) {
  await page.getByRole('link', { name: `To ${screen}` }).click();
  await page.getByRole('heading', { level: 1, name: screen }).waitFor();
}

test('during and after a rolling deploy, every tab finds its files, and no tab reloads in a loop', async () => {
  const old = await openTab();
  const moving = await openTab();
  const tabs = [old, moving];
  const rolling = { isOver: false, followed: 0 };
  const follows = (async () => {
    for (; !rolling.isOver; rolling.followed += 1)
      await follow(moving.page, rolling.followed % 2 === 0 ? 'reading' : 'writing');
  })();
  for (const replica of replicas) {
    await deploy(replica, versions[1]!);
    const clicking = await openTab();
    tabs.push(clicking);
    for (const screen of ['reading', 'writing']) await follow(clicking.page, screen);
    for (const screen of SCREENS) await clicking.open(screen);
    // Allows the first document, one document per opened screen, and one reload per build.
    expect(clicking.documents()).toBeLessThanOrEqual(1 + SCREENS.length + 2);
  }
  rolling.isOver = true;
  await follows;
  expect(rolling.followed).toBeGreaterThan(10);
  expect(moving.documents()).toBeLessThanOrEqual(1 + 2);
  for (const screen of ['reading', 'writing']) await follow(old.page, screen);
  expect(old.documents()).toBeLessThanOrEqual(2);
  expect(tabs.flatMap(({ problems }) => problems())).toEqual([]);
});

test('a file that nginx fetches from its peer has the same headers as a local file, and an unknown file returns 404', async () => {
  const [old, current] = replicas as [Replica, Replica];
  await deploy(old, versions[0]!);
  const ask = async ({ port }: Replica, path: string) => {
    const headers = { 'accept-encoding': 'br' };
    const response = await fetch(`http://127.0.0.1:${port}/web/${path}`, { headers });
    const fields = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    return { status: response.status, fields, text: await response.text() };
  };
  const [asset = ''] = /assets\/[\w-]+\.js/.exec((await ask(current, '')).text) ?? [];
  expect(existsSync(join(versions[0]!.folder, 'client/dist/identity', asset))).toBe(false);
  const response = await ask(current, asset);
  expect(response.status).toBe(200);
  expect(await ask(old, asset)).toEqual(response);
  const missing = await ask(old, 'assets/none-12345678.js');
  expect(missing).toMatchObject({ status: 404, text: '404 Not Found\n' });
  expect(missing.fields).toContainEqual(['cache-control', 'no-store']);
});
