import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { run } from '@web/bff/platform/testing/processes';
import { visit } from '@web/client/platform/testing/browser/visit';
import { fillIn, startProduct } from './start-walkthrough.ts';

// The tests build a product, which may take minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

/** Files that complete the recipe: an upstream, a call and a screen, as on other pages. */
const files = {
  'bff/src/contract/calls/all.ts': `
    import * as Type from 'typebox';
    import { defineCalls } from '#platform/contract/define-calls.ts';
    import { status } from './status.ts';

    const wiki = defineCalls({
      'GET /wiki/:title': {
        id: 'getWikiPage',
        summary: 'A page of the wiki',
        permission: 'status:read',
        params: Type.Object({ title: Type.String({ maxLength: 200 }) }),
        responses: { 200: Type.Object({ title: Type.String(), html: Type.String() }) },
        errors: [],
      },
    });
    export const calls = { ...status, ...wiki };`,
  'bff/src/calls/all.ts': `
    import { statusHandlers } from './status/status.ts';
    import type { calls } from '#contract/calls/all.ts';
    import type { HandlersOf } from '#platform/calls/handler.ts';

    export const handlers: HandlersOf<typeof calls> = {
      ...statusHandlers,
      'GET /wiki/:title': ({ params, upstreams }) => upstreams.wiki.page(params.title),
    };`,
  'bff/src/upstreams/all.ts': `
    import { wiki } from './wiki.ts';
    export const upstreams = { wiki };`,
  'bff/src/upstreams/wiki.ts': `
    import * as Type from 'typebox';
    import { defineUpstream } from '#platform/upstreams/define-upstream.ts';
    import { sanitize } from './wiki-html.ts';

    const Page = Type.Object({ title: Type.String(), html: Type.String() });
    export const wiki = defineUpstream('wiki', ({ get }) => ({
      page: async (title: string) => {
        const page = await get('/v1/page/:title/with_html', { params: { title } }, Page);
        return { title: page.title, html: sanitize(page.html) };
      },
    }));`,
  'client/src/app/screens.ts': `
    import type { Screen } from '#platform/routing/screen.ts';
    export const screens: readonly Screen[] = [
      {
        path: '/',
        title: 'Specification',
        permission: 'status:read',
        load: () => import('../features/specification/home-screen.tsx'),
      },
      {
        path: '/wiki/:title',
        title: 'Wiki',
        permission: 'status:read',
        prefetch: ['GET /wiki/:title'],
        load: () => import('../features/wiki/wiki-screen.tsx'),
      },
    ];`,
  'client/src/features/wiki/wiki-screen.tsx': `
    import { useState } from 'react';
    import { screenAt } from '#platform/screens/screen-at.ts';
    import type { ScreenProps } from '#platform/screens/screen-module.ts';
    import { Page } from '#platform/ui/page.tsx';
    import { SanitizedHtml } from '#platform/ui/sanitized-html.tsx';

    export const loader = screenAt('/wiki/:title').loader(({ read, params }) => read('GET /wiki/:title', { params }));

    export const Component = ({ data }: ScreenProps<typeof loader>) => {
      const [count, setCount] = useState(0);
      return (
        <Page heading={data.title} actions={<button onClick={() => setCount(count + 1)}>Rendered {count}</button>}>
          <SanitizedHtml html={data.html} />
        </Page>
      );
    };`,
};

const hostile = `
  <base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/refresh">
  <link rel="stylesheet" href="https://evil.example/style.css"><style>h1 { display: none }</style>
  <script>ran = 'script'</script><svg onload="ran = 'svg'"><script>ran = 'svg script'</script></svg>
  <h1 style="color: red" onclick="ran = 'onclick'" class="dialog">Contents</h1>
  <img src="https://evil.example/pixel.png" alt="a pixel" onerror="ran = 'onerror'">
  <img src="https://pictures.example/cat.png" alt="a cat" onload="ran = 'onload'" width="40" height="30">
  <iframe src="https://evil.example/" srcdoc="<script>parent.ran = 'srcdoc'</script>"></iframe>
  <form action="https://evil.example/form"><input name="password" autofocus onfocus="ran = 'onfocus'"></form>
  <noscript><p title="</noscript><img src=x onerror=ran='noscript'>"></noscript>
  <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran='math'&gt;"></table></mtext></math>
  <xmp><script>ran = 'xmp'</script></xmp><details open ontoggle="ran = 'ontoggle'">Details</details>
  <p><a href="java&#9;script:ran='javascript'">A script</a> <a href="data:text/html,x">Data</a></p>
  <p><a href="/wiki/Help/Links?">Help</a> <a href="https://wiki.example/wiki/Help#rules" title="x">Rules</a>
  <a href="https://elsewhere.example/page" target="_top">Elsewhere</a> <a href="/w/index.php?title=Help">History</a>
  <a href="#end">To the end</a> <a name="x" id="anchor">Anchor</a></p>
  <table><tr><th>Name</th><th>Value</th></tr><tr><td>one</td><td dir="rtl">1</td></tr></table>
  <div style="position: fixed; inset: 0">Overlay</div><h2 id="end">End</h2>`;
const pages: Readonly<Record<string, string>> = {
  Hostile: hostile,
  'Help/Links': '<p>How to link.</p>',
  Help: `${'<p>Be kind.</p>'.repeat(100)}<h2 id="rules">Rules of the wiki</h2>`,
  Nested: '<div>'.repeat(80_000),
  Endless: '<p>x</p>'.repeat(100_000),
};

async function startWiki() {
  const server = createServer((request, response) => {
    const [, name = ''] = /^\/v1\/page\/(.+)\/with_html$/.exec(request.url ?? '') ?? [];
    const title = decodeURIComponent(name);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ title, html: pages[title] ?? '' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let browser: Browser;
let origin: string;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  const folder = await startProduct();
  stops.push(() => rm(folder, { recursive: true, force: true }));
  await fillIn(folder, 'bff/docs/security.md');
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await run('npm', ['run', 'types'], { cwd: folder });
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  const wiki = await startWiki();
  stops.push(() => wiki.server.close());
  const bff = await startBff({ UPSTREAM_WIKI: wiki.origin }, join(folder, 'bff/dist/main.js'));
  stops.push(bff.stop);
  origin = `http://127.0.0.1:${bff.port}`;
  browser = await chromium();
  stops.push(() => browser.close());
});

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

/** Answers requests to other servers, and returns their URLs. */
async function answerOthers(context: BrowserContext): Promise<string[]> {
  const requests: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      requests.push(route.request().url());
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';
      return route.fulfill(
        route.request().isNavigationRequest()
          ? { contentType: 'text/html', body: '<h1>Another server</h1>' }
          : { contentType: 'image/svg+xml', body: svg },
      );
    },
  );
  return requests;
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function open(title: string) {
  const { page, problems } = await visit(browser, origin);
  onTestFinished(() => page.context().close());
  const others = await answerOthers(page.context());
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.goto(`${origin}/web/wiki/${encodeURIComponent(title)}`);
  await heading(page, title);
  /** Tells a navigation by the router from a new document. */
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  const isSameDocument = () => page.evaluate(() => 'isSameDocument' in globalThis);
  return { page, problems, others, posts, isSameDocument };
}

test('hostile HTML of an upstream is shown without its scripts, styles, forms and frames, and the browser reports no violation', async () => {
  const { page, problems, others, posts } = await open('Hostile');
  const content = page.locator('.sanitized-html');
  await content.getByRole('heading', { level: 2, name: 'Contents' }).click();
  await content.getByText('A script').click();
  await page.waitForFunction(() => document.querySelector('img')?.complete);
  const attributes = await content.locator('*').evaluateAll((elements) => {
    const names = elements.flatMap((element) => [element.localName, ...element.getAttributeNames()]);
    return [...new Set(names)].toSorted();
  });
  expect(attributes).toEqual(
    'a alt dir div h2 height href id img p rel span src table tbody td th tr width'.split(' '),
  );
  expect(await content.getByText('a pixel').isVisible()).toBe(true);
  expect(
    await content.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual([
    null,
    null,
    '/web/wiki/Help%2FLinks',
    '/web/wiki/Help#wiki-rules',
    'https://elsewhere.example/page',
    'https://wiki.example/w/index.php?title=Help',
    '#wiki-end',
    null,
  ]);
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
  expect(others).toEqual(['https://pictures.example/cat.png']);
  // This repository's own product does not declare the host of the picture.
  expect(problems()).toEqual(['request: https://pictures.example/cat.png']);
  expect(posts).toEqual([]);
});

test('links to pages of the upstream navigate without loading a document, and links to other addresses load one', async () => {
  const { page, isSameDocument } = await open('Hostile');
  await page.getByRole('link', { name: 'To the end' }).click();
  await page.waitForURL('**/Hostile#wiki-end');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('End');
  await page.getByRole('link', { name: 'Rules' }).click();
  await heading(page, 'Help');
  expect(new URL(page.url()).hash).toBe('#wiki-rules');
  await page.waitForFunction(() => scrollY > 0);
  await page.goBack();
  await heading(page, 'Hostile');
  await page.getByRole('link', { name: 'Help' }).click();
  await heading(page, 'Help/Links');
  await page.goBack();
  await heading(page, 'Hostile');
  expect(await isSameDocument()).toBe(true);

  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Rules' }).click({ modifiers: ['Control'] });
  await heading(await opened, 'Help');
  await heading(page, 'Hostile');
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await heading(page, 'Another server');
  expect(page.url()).toBe('https://elsewhere.example/page');
});

test('another render of the screen keeps the elements and the focus in sanitized HTML', async () => {
  const { page } = await open('Hostile');
  const link = page.getByRole('link', { name: 'Rules' });
  await link.focus();
  await page
    .getByRole('button', { name: 'Rendered 0' })
    .evaluate((button) => (button as HTMLElement).click());
  await page.getByRole('button', { name: 'Rendered 1' }).waitFor();
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a browser without Trusted Types shows sanitized HTML', async () => {
  // Such a browser ignores `require-trusted-types-for`, which Chromium enforces also without the API.
  const context = await browser.newContext({ bypassCSP: true });
  onTestFinished(() => context.close());
  await answerOthers(context);
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'trustedTypes'));
  const page = await context.newPage();
  await page.goto(`${origin}/web/wiki/Hostile`);
  await page.locator('.sanitized-html').getByRole('heading', { name: 'End' }).waitFor();
  expect(await page.evaluate(() => 'ran' in globalThis || 'trustedTypes' in globalThis)).toBe(false);
});

test.each(['Nested', 'Endless'])(
  'the BFF refuses the page %s, which is too deep or too long',
  async (title) => {
    const response = await fetch(`${origin}/web/api/wiki/${title}`);
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { code: 'upstream-invalid-response' },
    ]);
  },
);
