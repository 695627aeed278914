import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sources } from '@web/bff/platform/contract/sources';
import { documentHeaders } from '@web/bff/platform/edge/content-security-policy';
import { chromium } from '#platform/testing/browser/chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium();
});
afterAll(() => browser?.close());

const settings = { CONNECT_SRC: "'self'", FRAME_ANCESTORS: "'none'" } as never;
/** Script that starts a worker from a blob, as map libraries do. */
const script = `
addEventListener('securitypolicyviolation', ({ effectiveDirective }) => (document.title = effectiveDirective));
try {
  trustedTypes.createPolicy('default', { createScriptURL: (url) => (url.startsWith('blob:' + origin) ? url : null) });
  const blob = new Blob(['postMessage(navigator.hardwareConcurrency)'], { type: 'text/javascript' });
  new Worker(URL.createObjectURL(blob)).onmessage = () => (document.title = 'worker runs');
} catch {}`;

/** Opens a page whose CSP allows these sources. Returns its title: `worker runs`, or the violated directive. */
async function titleWith(sources: Sources) {
  const page = await browser.newPage();
  const headers = documentHeaders({ inline: { script: [], style: [] } }, settings, sources);
  await page.route('**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ body: script, contentType: 'text/javascript' })
      : route.fulfill({ body: '<script src="/web/app.js"></script>', contentType: 'text/html', headers }),
  );
  await page.goto('http://localhost/web/');
  await page.waitForFunction(() => document.title !== '');
  return page.title();
}

test.each<[Sources, string]>([
  [{ 'worker-src': ['blob:'], 'trusted-types': ['default'] }, 'worker runs'],
  [{ 'trusted-types': ['default'] }, 'worker-src'],
  [{ 'worker-src': ['blob:'] }, 'trusted-types'],
])(
  'on a page with the CSP sources %j, a worker from a blob runs or violates a directive: %s',
  async (sources, title) => {
    expect(await titleWith(sources)).toBe(title);
  },
);
