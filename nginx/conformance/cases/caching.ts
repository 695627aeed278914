import { outside } from '../case.ts';
import {
  check,
  checkHeader,
  checkShell,
  checkStatus,
  every,
  header,
  onlyHeader,
  SECURITY_HEADERS,
} from '../checks.ts';
import { ENCODINGS, accepting } from '../request-headers.ts';
import type { Target } from '../target.ts';
import { readAssets } from '../site.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const UNKNOWN_TAG = '"no-such-tag"';

async function checkNotModified(target: Target, path: string): Promise<void> {
  await every(ENCODINGS, async (encoding) => {
    const full = await target.request(path, { headers: accepting(encoding) });
    const tag = onlyHeader(full, 'etag');
    await every([tag, `${UNKNOWN_TAG}, ${tag}`, `W/${tag}`], async (tags) => {
      const headers = { ...accepting(encoding), 'if-none-match': tags };
      const response = await target.request(path, { headers });
      checkStatus(response, 304);
      check(response.body.length === 0, response, 'no body', `${response.body.length} bytes`);
      for (const name of ['cache-control', 'etag', 'vary', ...SECURITY_HEADERS])
        checkHeader(response, name, header(full, name) ?? `the ${name} of the 200`);
    });
  });
}

export const caching = outside({
  '28a The shell is revalidated, by a strong ETag that differs for each encoding.': async (target) => {
    const tags = new Map<string, string>();
    await every(ENCODINGS, async (encoding) => {
      const response = await target.request(`${target.base}/`, { headers: accepting(encoding) });
      checkStatus(response, 200);
      checkHeader(response, 'cache-control', 'no-cache');
      const tag = onlyHeader(response, 'etag');
      check(/^"[^"]+"$/.test(tag), response, 'a strong ETag', tag);
      const twin = tags.get(tag);
      check(!twin, response, 'an ETag for each encoding', `that of ${twin} for ${encoding}`);
      tags.set(tag, encoding);
    });
  },

  '28b If-None-Match on the shell is 304 with the header fields of 200.': (target) =>
    checkNotModified(target, `${target.base}/`),

  '28c An ETag of another version or another encoding is 200.': async (target) => {
    const path = `${target.base}/`;
    const brotli = await target.request(path, { headers: accepting('br') });
    await every([UNKNOWN_TAG, onlyHeader(brotli, 'etag')], async (tag) => {
      const headers = { ...accepting('identity'), 'if-none-match': tag };
      checkShell(await target.request(path, { headers }));
    });
  },

  '29a Hashed assets are immutable, on 200 and on 304.': async (target) =>
    every(await readAssets(target), async (path) => {
      const response = await target.request(path);
      checkStatus(response, 200);
      checkHeader(response, 'cache-control', IMMUTABLE);
      await checkNotModified(target, path);
    }),

  '29b Beneath the assets, only a success is immutable.': async (target) => {
    const [asset] = await readAssets(target);
    const requests = [
      { path: `${target.base}/assets/gone-1.js` },
      { path: `${target.base}/assets/gone-12345678.css` },
      { path: asset, method: 'POST' },
      { path: asset, headers: { range: 'bytes=999999999-' } },
    ];
    await every(requests, async ({ path, ...options }) => {
      const response = await target.request(path, options);
      const rule = header(response, 'cache-control');
      const isKept = /immutable|max-age=[1-9]/.test(rule ?? '');
      check(response.status < 400 || !isKept, response, 'no error that caches keep', rule);
    });
  },
});
