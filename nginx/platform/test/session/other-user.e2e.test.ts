import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { type RunningBff, startBff } from '@web/bff/platform/testing/start-bff';
import { declareSession } from '@web/client/platform/test/session/declare-session';
import { replaceFiles } from '@web/client/platform/test/screens/build-test-screens';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from '../stop-after-all.ts';

const product = {
  'session/app/writes-screens.ts': 'client/src/app/screens.ts',
  '../../../bff/platform/test/session/writes-calls.ts': 'bff/src/contract/calls/all.ts',
  '../../../bff/platform/test/session/writes-handlers.ts': 'bff/src/calls/all.ts',
};
const SECRET = 'a'.repeat(40);

const started = stopAfterAll();
let project: string;
let bff: RunningBff;
let browser: Browser;
let context: BrowserContext;
const origins = { embedded: '', nginx: '' };
type Server = keyof typeof origins;
const servers = Object.keys(origins) as Server[];

const startProduct = (env: Record<string, string> = {}) =>
  startBff({ SESSION_SECRET: SECRET, ...env }, join(project, 'bff/platform/testing/main-with-sign-in.ts'));

beforeAll(async () => {
  project = await scratchCopy();
  started({ stop: () => rm(project, { recursive: true, force: true }) });
  await declareSession(project);
  await replaceFiles(project, product);
  await run('node', ['client/platform/build/build.ts'], { cwd: project });
  bff = started(await startProduct());
  const nginx = started(await startNginx({ bffPort: bff.port, project }));
  origins.embedded = `http://localhost:${bff.port}`;
  origins.nginx = `http://localhost:${nginx.port}`;
  browser = await chromium();
  started({ stop: () => browser.close() });
});
beforeEach(async () => void (context = await browser.newContext()));
afterEach(() => context.close());

/** Signs a user in, or out, without any page noticing, as a second window does before its scripts have loaded. */
async function signIn(name: string, origin: string): Promise<void> {
  const data = { subject: name, role: 'member', user: { name }, private: { tenant: 't' } };
  const headers = { 'x-requested-by': 'web' };
  const response = await context.request.post(`${origin}/web/api/session/test`, { data, headers });
  expect(response.status()).toBe(204);
}
async function signOut(origin: string): Promise<void> {
  const response = await context.request.delete(`${origin}/web/api/session`, {
    headers: { 'x-requested-by': 'web' },
  });
  expect(response.status()).toBe(200);
}
async function open(path: string, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/web${path}`);
  return page;
}
async function notesOf(name: string, origin: string): Promise<Page> {
  const page = await open('/notes', origin);
  await page.getByText(`Notes of ${name}`).waitFor();
  return page;
}
const press = (page: Page, call: string) => page.getByRole('button', { name: call, exact: true }).click();
/** Presses a button, and waits until its write has been executed. */
async function write(page: Page, call: string, executed: string): Promise<void> {
  const before = writes();
  const done = await page.getByText(`${call} is done`).count();
  await press(page, call);
  await expect.poll(writes).toEqual([...before, executed]);
  await expect.poll(() => page.getByText(`${call} is done`).count()).toBe(done + 1);
}
/** Presses a button whose write is refused, because another user is signed in. */
async function refused(page: Page, call: string): Promise<void> {
  const [method] = call.split(' ');
  const response = page.waitForResponse((received) => received.request().method() === method);
  await press(page, call);
  expect((await response).status()).toBe(409);
  await heading(page, 'You are signed in as Bob');
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
/** Returns the writes that the BFF has executed, such as `/notes POST by Ada`. */
const writes = (): string[] => bff.output().match(/\/\w+ \w+ by \w+/g) ?? [];

test.each(
  servers.flatMap((server) =>
    ['POST /notes', 'PUT /notes', 'DELETE /notes', 'POST /scans'].map((call) => [call, server] as const),
  ),
)(
  '%s in a window of Ada is not sent as Bob, who has signed in in another window (%s)',
  async (call, server) => {
    const origin = origins[server];
    const [method, path] = call.split(' /');
    await signIn('Ada', origin);
    const page = await notesOf('Ada', origin);
    await write(page, call, `/${path} ${method} by Ada`);
    await signIn('Bob', origin);
    await refused(page, call);
    await write(await notesOf('Bob', origin), call, `/${path} ${method} by Bob`);
  },
);

test.each(servers)(
  'a page that Ada reloads after Bob has signed in shows and writes as Bob (%s)',
  async (server) => {
    const origin = origins[server];
    await signIn('Ada', origin);
    const page = await notesOf('Ada', origin);
    await signIn('Bob', origin);
    // The page may be leaving by itself, because it has noticed Bob.
    await page.reload().catch(() => page.waitForLoadState());
    await page.goto(`${origin}/web/notes`);
    await page.getByText('Notes of Bob').waitFor();
    const before = writes();
    await press(page, 'PUT /notes');
    await expect.poll(writes).toEqual([...before, '/notes PUT by Bob']);
  },
);

test.each(servers)(
  'a page whose document has prefetched as Ada shows nothing of her once Bob has signed in (%s)',
  async (server) => {
    const origin = origins[server];
    await signIn('Ada', origin);
    const page = await context.newPage();
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    const prefetched = page.waitForResponse('**/web/api/notes');
    await page.goto(`${origin}/web/notes`, { waitUntil: 'commit' });
    await prefetched;
    await signIn('Bob', origin);
    released.resolve();
    await heading(page, 'Home');
    expect(await page.getByText('Ada').count()).toBe(0);
  },
);

test.each(servers)(
  'a page that does not know its user yet writes only as the user whom it then learns (%s)',
  async (server) => {
    const origin = origins[server];
    await signIn('Ada', origin);
    const page = await open('/remarks', origin);
    await write(page, 'POST /remarks', '/remarks POST by Ada');
    await signIn('Bob', origin);
    await refused(page, 'POST /remarks');
  },
);

test.each(servers)(
  'after a sign-out, writes of a page of Ada are anonymous ones, or need a sign-in (%s)',
  async (server) => {
    const origin = origins[server];
    await signIn('Ada', origin);
    const notes = await notesOf('Ada', origin);
    const remarks = await open('/remarks', origin);
    await remarks.getByText('Ada', { exact: true }).waitFor();
    await signOut(origin);
    await press(notes, 'PUT /notes');
    await notes.getByRole('dialog').getByText('Your session has ended').waitFor();
    const before = writes();
    await press(remarks, 'POST /remarks');
    await heading(remarks, 'You are signed out');
    await expect.poll(writes).toEqual([...before, '/remarks POST by null']);
  },
);

test.each(servers)(
  'an anonymous page writes as the user who has signed in meanwhile, and then shows the user (%s)',
  async (server) => {
    const origin = origins[server];
    const page = await open('/remarks', origin);
    await write(page, 'POST /remarks', '/remarks POST by null');
    await signIn('Bob', origin);
    await write(page, 'POST /remarks', '/remarks POST by Bob');
    await page.getByText('Bob', { exact: true }).waitFor();
  },
);
