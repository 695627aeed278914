import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { exampleCopy } from '@web/bff/platform/test/scratch-copy';
import { run } from '@web/bff/platform/testing/processes';
import { visit } from '@web/client/platform/testing/browser/visit';

// The tests build a product, which may take minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

/** Files that differ from the example: a host of pictures, and a screen that renders again on request. */
const files = {
  'bff/src/contract/sources.ts': `
    import type { Sources } from '#platform/contract/sources.ts';
    export const sources: Sources = {
      'img-src': ['https://pictures.example', 'https://*.cdn.example'],
      'trusted-types': ['sanitized-html'],
    };`,
  'client/src/features/handbook/handbook-screen.tsx': `
    import { useState } from 'react';
    import { handbookPage } from './shared/address.ts';
    import type { ScreenProps } from '#platform/screens/screen-module.ts';
    import { Page } from '#platform/ui/page.tsx';
    import { SanitizedHtml } from '#platform/ui/sanitized-html.tsx';

    export const loader = handbookPage.loader(({ read, params }) => read('GET /handbook/:page', { params }));

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
  <p><a href="/pages/Help/Links?">Help</a> <a href="https://handbook.example/pages/Help#rules" title="x">Rules</a>
  <a href="https://elsewhere.example/page" target="_top">Elsewhere</a> <a href="/w/index.php?title=Help">History</a>
  <a href="#end">To the end</a> <a name="x" id="anchor">Anchor</a></p>
  <table><tr><th>Name</th><th>Value</th></tr><tr><td>one</td><td dir="rtl">1</td></tr></table>
  <div style="position: fixed; inset: 0">Overlay</div><h2 id="end">End</h2>`;
const pages: Readonly<Record<string, string>> = {
  Hostile: hostile,
  'Help/Links': '<p>How to link.</p>',
  Help: `${'<p>Be kind.</p>'.repeat(100)}<h2 id="rules">Rules of the handbook</h2>`,
  Nested: '<div>'.repeat(80_000),
  Endless: '<p>x</p>'.repeat(100_000),
};

/** Starts the service of the handbook, and returns its origin. */
async function startHandbook(): Promise<string> {
  const server = createServer((request, response) => {
    const title = decodeURIComponent((request.url ?? '').replace('/handbook/', ''));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ title, html: pages[title] ?? '' }));
  }).listen(0, '127.0.0.1');
  stops.push(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let browser: Browser;
let origin: string;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  const folder = await exampleCopy();
  stops.push(() => rm(folder, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  const handbook = await startHandbook();
  const env = { NOTES_KEY: 'key of the test', UPSTREAM_NOTES: handbook, UPSTREAM_HANDBOOK: handbook };
  const bff = await startBff(env, join(folder, 'bff/dist/main.js'));
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
  await page.goto(`${origin}/web/handbook/${encodeURIComponent(title)}`);
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
    '/web/handbook/Help%2FLinks',
    '/web/handbook/Help#handbook-rules',
    'https://elsewhere.example/page',
    'https://handbook.example/w/index.php?title=Help',
    '#handbook-end',
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
  await page.waitForURL('**/Hostile#handbook-end');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('End');
  await page.getByRole('link', { name: 'Rules' }).click();
  await heading(page, 'Help');
  expect(new URL(page.url()).hash).toBe('#handbook-rules');
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
  await page.goto(`${origin}/web/handbook/Hostile`);
  await page.locator('.sanitized-html').getByRole('heading', { name: 'End' }).waitFor();
  expect(await page.evaluate(() => 'ran' in globalThis || 'trustedTypes' in globalThis)).toBe(false);
});

test.each(['Nested', 'Endless'])(
  'the BFF refuses the page %s, which is too deep or too long',
  async (title) => {
    const response = await fetch(`${origin}/web/api/handbook/${title}`);
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { code: 'upstream-invalid-response' },
    ]);
  },
);
