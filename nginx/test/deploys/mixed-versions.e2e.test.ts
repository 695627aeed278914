import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, root, run } from '@web/bff/test/processes';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { chromium } from '@web/client/test/browser/chromium';
import { isShown, visit } from '@web/client/test/browser/visit';
import { buildTestScreens } from '@web/client/test/screens/start-test-screens';
import { startProxy, type Ingress } from '../ingress/start-proxy.ts';
import { startNginx, type RunningNginx } from '../start-nginx.ts';

interface Version {
  readonly folder: string;
  readonly bff: RunningBff;
}

const SCREENS = ['reading', 'writing', 'booking', 'editing', 'stepping', 'uploading', 'going'];

let browser: Browser;
let ingress: Ingress;
const versions: Version[] = [];
/** The nginx of each replica; a replica keeps its port. */
const replicas: { readonly port: number; nginx?: RunningNginx }[] = [];

/** A build whose files all have other names than those of the other build. */
const renameFiles = (mark: string) => async (folder: string) => {
  const config = join(folder, 'client/vite.config.ts');
  const text = await readFile(config, 'utf8');
  await writeFile(
    config,
    text.replace('output: {', `output: { chunkFileNames: 'assets/[name]-${mark}-[hash].js',`),
  );
};

beforeAll(async () => {
  for (const mark of ['old', 'new']) {
    const { folder, main } = await buildTestScreens(undefined, renameFiles(mark));
    versions.push({ folder, bff: await startBff({}, main) });
  }
  // As the Dockerfile does with PREVIOUS_IMAGE.
  const [before, after] = versions.map(({ folder }) => join(folder, 'client/dist')) as [string, string];
  await run('node', [join(root, 'client/vite/assets/keep-previous.ts'), after, before]);
  replicas.push({ port: await freePort() }, { port: await freePort() });
  for (const replica of [0, 1]) await deploy(replica, 0);
  const [one, other] = replicas.map(({ port }) => port);
  ingress = await startProxy('nginx', 'preserving', {
    upstreamPort: one ?? 0,
    // It has no health checks: it asks each replica, and the other one where that is away.
    edits: [
      [
        'server 127.0.0.1:8080;',
        `server 127.0.0.1:8080 max_fails=0;\n  server 127.0.0.1:${other} max_fails=0;`,
      ],
    ],
  });
  browser = await chromium();
});

afterAll(async () => {
  await browser?.close();
  await ingress?.stop();
  for (const { nginx } of replicas) await nginx?.stop();
  for (const { folder, bff } of versions) {
    await bff.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Stops nginx once what is under way is answered, as the image does. */
async function finish({ pid, stop }: RunningNginx): Promise<void> {
  process.kill(pid, 'SIGQUIT');
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  await stop();
}

/** Replaces a replica's nginx by one of that version. */
async function deploy(index: number, version: number): Promise<void> {
  const [replica, neighbour] = [replicas[index], replicas[1 - index]];
  const { folder, bff } = versions[version] as Version;
  if (!replica || !neighbour) throw new Error('there are two replicas');
  if (replica.nginx) await finish(replica.nginx);
  replica.nginx = await startNginx({
    bffPort: bff.port,
    project: folder,
    port: replica.port,
    env: { NEIGHBOURS: `127.0.0.1:${neighbour.port}` },
  });
}

/** A tab, with the documents that it loaded, and what went wrong on it, assets that it did not get included. */
async function openTab(screen: string) {
  const origin = `http://127.0.0.1:${ingress.port}`;
  const { page, problems } = await visit(browser, origin);
  const failed: string[] = [];
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  page.on('response', (response) => {
    if (response.url().includes('/assets/') && !response.ok() && response.status() !== 304)
      failed.push(`${response.status()} ${response.url()}`);
  });
  const open = async (path: string) => {
    await page.goto(`${origin}/web/test/${path}`);
    await isShown(page);
  };
  await open(screen);
  return { page, open, problems: () => [...failed, ...problems()], documents: () => documents };
}

/** Goes to a screen by its link. */
async function follow(page: Page, screen: string) {
  await page.getByRole('link', { name: `To ${screen}` }).click();
  await page.getByRole('heading', { level: 1, name: screen }).waitFor();
}

test('while two versions run, and after it, every tab finds its files: none reloads in a loop, and nothing typed is lost', async () => {
  const typing = await openTab('writing');
  await typing.page.getByLabel('Title').pressSequentially('Half');
  const old = await openTab('writing');
  const moving = await openTab('writing');
  const tabs = [typing, old, moving];
  const rolling = { isOver: false, followed: 0 };
  const follows = (async () => {
    for (; !rolling.isOver; rolling.followed += 1)
      await follow(moving.page, rolling.followed % 2 === 0 ? 'reading' : 'writing');
  })();
  for (const replica of [0, 1]) {
    await deploy(replica, 1);
    const clicking = await openTab('writing');
    tabs.push(clicking);
    for (const screen of ['reading', 'writing']) await follow(clicking.page, screen);
    for (const screen of SCREENS) await clicking.open(screen);
    // The tab's own document, the documents opened here, and at most one reload for each of the two builds.
    expect(clicking.documents()).toBeLessThanOrEqual(1 + SCREENS.length + 2);
  }
  rolling.isOver = true;
  await follows;
  expect(rolling.followed).toBeGreaterThan(10);
  // One that is clicked all the time, also while a replica is replaced, may reload once for each build.
  expect(moving.documents()).toBeLessThanOrEqual(1 + 2);
  // A tab from before the deploy goes on.
  for (const screen of ['reading', 'writing']) await follow(old.page, screen);
  expect(old.documents()).toBeLessThanOrEqual(2);
  // Neither does the form notice.
  expect(await typing.page.getByLabel('Title').inputValue()).toBe('Half');
  await typing.page.getByLabel('Copies').fill('1');
  await typing.page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => typing.page.getByLabel('Title').inputValue()).toBe('');
  expect(typing.documents()).toBe(1);
  expect(tabs.flatMap(({ problems }) => problems())).toEqual([]);
});

test('a file of the neighbour has the same header fields as its own; one that no version has is a 404 of the application', async () => {
  await deploy(0, 0);
  const ask = async (port = 0, path = '') => {
    const response = await fetch(`http://127.0.0.1:${port}/web/${path}`, {
      headers: { 'accept-encoding': 'br' },
    });
    const fields = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    return { status: response.status, fields, text: await response.text() };
  };
  const [old, current] = replicas.map(({ port }) => port);
  const { text } = await ask(current);
  const [asset = ''] = /assets\/[\w-]+\.js/.exec(text) ?? [];
  expect(existsSync(join(versions[0]?.folder ?? '', 'client/dist/identity', asset))).toBe(false);
  const own = await ask(current, asset);
  expect(own.status).toBe(200);
  expect(await ask(old, asset)).toEqual(own);
  const missing = await ask(old, 'assets/none-12345678.js');
  expect(missing).toMatchObject({ status: 404, text: '404 Not Found\n' });
  expect(missing.fields).toContainEqual(['cache-control', 'no-store']);
});
