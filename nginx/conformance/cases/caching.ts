import { BROWSER, PROCESSES } from '../case.ts';
import type { Case } from '../case.ts';
import { check, checkHeader, checkShell, checkStatus, every, header, onlyHeader } from '../checks.ts';
import { CODINGS, accepting } from '../codings.ts';
import type { Target } from '../target.ts';
import { securityHeaders } from '../security-headers.ts';
import { readAssets } from '../site.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const NO_TAG = '"no-such-tag"';

async function checkNotModified(target: Target, path: string): Promise<void> {
  await every(CODINGS, async (coding) => {
    const full = await target.ask(path, { headers: accepting(coding) });
    const tag = onlyHeader(full, 'etag');
    await every([tag, `${NO_TAG}, ${tag}`, `W/${tag}`], async (tags) => {
      const headers = { ...accepting(coding), 'if-none-match': tags };
      const answer = await target.ask(path, { headers });
      checkStatus(answer, 304);
      check(answer.body.length === 0, answer, 'no body', `${answer.body.length} bytes`);
      for (const name of ['cache-control', 'etag', 'vary', ...securityHeaders]) {
        checkHeader(answer, name, header(full, name) ?? `as 200 has it (${name})`);
      }
    });
  });
}

export const caching: readonly Case[] = [
  {
    id: '28a',
    title: 'The shell is revalidated, by a strong ETag that differs for each encoding.',
    seen: 'outside',
    run: async (target) => {
      const tags = new Map<string, string>();
      await every(CODINGS, async (coding) => {
        const answer = await target.ask(`${target.base}/`, { headers: accepting(coding) });
        checkStatus(answer, 200);
        checkHeader(answer, 'cache-control', 'no-cache');
        const tag = onlyHeader(answer, 'etag');
        check(/^"[^"]+"$/.test(tag), answer, 'a strong ETag', tag);
        const twin = tags.get(tag);
        check(!twin, answer, 'an ETag for each encoding', `that of ${twin} for ${coding}`);
        tags.set(tag, coding);
      });
    },
  },
  {
    id: '28b',
    title: 'If-None-Match on the shell is 304 with the headers of 200.',
    seen: 'outside',
    run: (target) => checkNotModified(target, `${target.base}/`),
  },
  {
    id: '28c',
    title: 'An ETag of another version or another encoding is 200.',
    seen: 'outside',
    run: async (target) => {
      const path = `${target.base}/`;
      const brotli = await target.ask(path, { headers: accepting('br') });
      await every([NO_TAG, onlyHeader(brotli, 'etag')], async (tag) => {
        const headers = { ...accepting('identity'), 'if-none-match': tag };
        checkShell(await target.ask(path, { headers }));
      });
    },
  },
  {
    id: '28d',
    title: 'The ETag comes from the content: the same build gives the same one on another machine.',
    seen: 'harness',
    why: PROCESSES,
  },
  {
    id: '29a',
    title: 'Hashed assets are immutable, on 200 and on 304.',
    seen: 'outside',
    run: async (target) =>
      every(await readAssets(target), async (path) => {
        const answer = await target.ask(path);
        checkStatus(answer, 200);
        checkHeader(answer, 'cache-control', IMMUTABLE);
        await checkNotModified(target, path);
      }),
  },
  {
    id: '29b',
    title: 'Nothing beneath the assets is immutable unless it succeeds.',
    seen: 'outside',
    run: async (target) => {
      const [asset] = await readAssets(target);
      const asked = [
        { path: `${target.base}/assets/gone-1.js` },
        { path: `${target.base}/assets/gone-12345678.css` },
        { path: asset, method: 'POST' },
        { path: asset, headers: { range: 'bytes=999999999-' } },
      ];
      await every(asked, async ({ path, ...init }) => {
        const answer = await target.ask(path, init);
        const rule = header(answer, 'cache-control');
        const kept = /immutable|max-age=[1-9]/.test(rule ?? '');
        check(answer.status < 400 || !kept, answer, 'no long-lived error', rule);
      });
    },
  },
  {
    id: '33',
    title: 'A tab from before a deploy reloads exactly once when a chunk is gone.',
    seen: 'harness',
    why: BROWSER,
  },
];
