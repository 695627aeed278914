import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sameSiteHeaders } from '../../nginx/conformance/request-headers.ts';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { chromium } from '@web/client/test/browser/chromium';
import { root, run } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';
import { visit } from '@web/client/test/browser/visit';

let folder: string;
let service: Server;
let application: RunningBff;

interface Note {
  readonly id: string;
  readonly title: string;
  readonly state: string;
}

/** A real service that has notes: it lists them, finds one, and keeps one that it is sent. */
async function startService(): Promise<Server> {
  const notes = new Map<string, Note>([['7', { id: '7', title: 'The first', state: 'published' }]]);
  const keep = (text: string) => {
    const sent = JSON.parse(text) as Omit<Note, 'id'> & Partial<Note>;
    const note = { ...sent, id: sent.id ?? String(notes.size + 7) };
    notes.set(note.id, note);
    return note;
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => {
      const id = /^\/notes\/(.+)$/.exec(request.url ?? '')?.[1];
      const found = id === undefined ? [...notes.values()] : notes.get(id);
      const body = request.method === 'POST' ? keep(text) : found;
      response
        .writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(body ?? {}));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  folder = await scratchCopy();
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```tsx? file=(\S+)\n([^]*?)^```$/gm)];
  if (blocks.length !== 15) throw new Error(`the README has ${blocks.length} blocks to take, not 15`);
  for (const [, file = '', text = ''] of blocks) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await run('node', ['client/vite/build.ts'], { cwd: folder });
  service = await startService();
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const env = { UPSTREAM_NOTES: `http://127.0.0.1:${address.port}` };
  application = await startBff(env, join(folder, 'bff/dist/main.js'));
});

afterAll(async () => {
  await application?.stop();
  service?.close();
  await rm(folder, { recursive: true, force: true });
});

test('what the README fills in passes the types and the rules between rooms', async () => {
  for (const project of ['bff', 'client']) await run('tsc', ['-p', project], { cwd: folder });
  await run('oxlint', ['--deny-warnings', 'bff/src', 'client/src'], { cwd: folder });
});

test('the home screen tells the product, and the OpenAPI document its calls', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'openapi'], { cwd: folder });
  expect(Object.keys((JSON.parse(stdout) as { paths: object }).paths)).toContain(
    '/notes/{noteId}/publication',
  );
  const browser = await chromium();
  const { page } = await visit(browser, `http://127.0.0.1:${application.port}`);
  await page.goto(`http://127.0.0.1:${application.port}/web/`);
  await page.getByText('8 of 9 established').waitFor();
  await browser.close();
});

test('a person reads the list, is told of faults, adds a note, is told of a twin, and publishes', async () => {
  const browser = await chromium();
  const origin = `http://127.0.0.1:${application.port}`;
  const { page, faults } = await visit(browser, origin);
  try {
    await page.goto(`${origin}/web/notes`);
    await page.getByText('The first (published)').waitFor();
    const title = page.getByLabel('Title');
    const add = page.getByRole('button', { name: 'Add the note' });

    await add.click();
    await page.getByText('Please fill this in.').waitFor();
    expect(await title.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await title.getAttribute('aria-invalid')).toBe('true');

    await title.fill('The second');
    await title.press('Enter');
    await page.getByText('The second (draft)').waitFor();
    expect(await title.inputValue()).toBe('');
    expect(faults()).toEqual([]);

    await title.fill('The second');
    await add.click();
    await page
      .getByRole('alert')
      .getByText('There is a note with this title already. It is note 8.')
      .waitFor();
    expect(await title.inputValue()).toBe('The second');

    await page.getByRole('button', { name: 'Publish The second' }).click();
    const published = page.getByText('The second (published)');
    await published.waitFor();
    await expect.poll(() => published.evaluate((row) => row === document.activeElement)).toBe(true);
  } finally {
    await browser.close();
  }
});

test('the rules hold behind the form, too', async () => {
  const api = `http://127.0.0.1:${application.port}/web/api`;
  const post = (path: string, body: unknown) =>
    fetch(api + path, {
      method: 'POST',
      headers: { ...sameSiteHeaders, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const refused = await post('/notes', { title: '', colour: 'red' });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    faults: expect.arrayContaining([
      expect.objectContaining({ pointer: '/title', rule: 'minLength' }),
      expect.objectContaining({ pointer: '/colour', rule: 'additionalProperties' }),
    ]),
  });
  const again = await fetch(`${api}/notes/7/publication`, { method: 'POST', headers: sameSiteHeaders });
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { code: 'transition-not-allowed', state: 'published', event: 'publish' },
  ]);
  expect(
    (await fetch(`${api}/notes/nope/publication`, { method: 'POST', headers: sameSiteHeaders })).status,
  ).toBe(404);
  const status = (await (await fetch(`${api}/status`)).json()) as { dependencies: unknown };
  expect(status.dependencies).toEqual([{ name: 'notes', state: 'up' }]);
});
