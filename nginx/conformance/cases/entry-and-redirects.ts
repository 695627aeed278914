import type { Answer, Ask } from '../request.ts';
import { BROWSER, TEST_CALLS } from '../case.ts';
import type { Case } from '../case.ts';
import {
  check,
  checkHeader,
  checkNotHtml,
  checkShell,
  checkStatus,
  checkStaysInside,
  every,
  header,
  isShell,
  mediaType,
  onlyHeader,
} from '../checks.ts';
import type { Target } from '../target.ts';
import { readPublished, readShell } from '../site.ts';

const QUERY = '?x=1&y=a%2Fb';

async function checkEntry(target: Target, init?: Ask): Promise<void> {
  const answer = await target.ask(`${target.base}${QUERY}`, init);
  checkStatus(answer, 301, 308);
  const location = onlyHeader(answer, 'location');
  check(location === `${target.base}/${QUERY}`, answer, `Location: ${target.base}/${QUERY}`, location);
}

/** Follows redirects as a browser would; fails where one leaves the base or a second one follows. */
async function checkLanding(target: Target, path: string): Promise<Answer> {
  const first = await target.ask(path);
  if (first.status < 300 || first.status > 399) return first;
  checkStaysInside(target, first);
  const next = new URL(onlyHeader(first, 'location'), target.origin);
  const second = await target.ask(`${next.pathname}${next.search}`);
  check(second.status < 300 || second.status > 399, second, 'one redirect at most', second.status);
  return second;
}

const FORGED = {
  'x-forwarded-host': 'forged.example',
  'x-forwarded-proto': 'gopher',
  'x-forwarded-port': '4711',
  'x-forwarded-prefix': '/forged',
  'x-original-uri': '/forged/x',
  'x-rewrite-url': '/forged/x',
  forwarded: 'host=forged.example;proto=gopher',
};

const ENTRIES = ['', '/', QUERY, '/index.html', '/a/b/c', '/a/b/c/', '/assets', '/api', '/api/'];

export const entryAndRedirects: readonly Case[] = [
  {
    id: '1a',
    title: 'The base without its slash redirects once to a bare path, the query untouched.',
    seen: 'outside',
    needs: ['prefix-kept'],
    run: (target) => checkEntry(target),
  },
  {
    id: '1b',
    title: 'X-Forwarded-Proto does not change the redirect.',
    seen: 'outside',
    needs: ['prefix-kept'],
    run: (target) => checkEntry(target, { headers: { 'x-forwarded-proto': 'https' } }),
  },
  {
    id: '1c',
    title: 'Another host with a port does not change the redirect.',
    seen: 'outside',
    needs: ['prefix-kept', 'no-ingress'],
    run: (target) => checkEntry(target, { headers: { host: 'example.org:8081' } }),
  },
  {
    id: '1d',
    title: 'HEAD is redirected as GET is.',
    seen: 'outside',
    needs: ['prefix-kept'],
    run: (target) => checkEntry(target, { method: 'HEAD' }),
  },
  {
    id: '1e',
    title: 'Behind a stripping ingress the base without its slash is the shell.',
    seen: 'outside',
    needs: ['prefix-stripped'],
    run: async (target) => {
      checkShell(await checkLanding(target, `${target.base}${QUERY}`));
    },
  },
  {
    id: '1f',
    title: 'Behind a stripping ingress the page corrects its own address without a reload.',
    seen: 'harness',
    why: BROWSER,
  },
  {
    id: '2a',
    title: 'The base with its slash is the shell, without a redirect.',
    seen: 'outside',
    run: async (target) => {
      const shell = await readShell(target);
      check(!header(shell, 'location'), shell, 'no Location', header(shell, 'location'));
    },
  },
  {
    id: '2b',
    title: 'Any entry needs at most one redirect.',
    seen: 'outside',
    run: (target) =>
      every(ENTRIES.slice(0, 6), async (entry) => {
        checkShell(await checkLanding(target, `${target.base}${entry}`), 200, 404);
      }),
  },
  {
    id: '2c',
    title: 'The root of the origin redirects to the base and is not stored.',
    seen: 'outside',
    needs: ['whole-origin'],
    run: async (target) => {
      const answer = await target.ask('/');
      checkStatus(answer, 302);
      checkHeader(answer, 'location', `${target.base}/`);
      checkHeader(answer, 'cache-control', 'no-store');
    },
  },
  {
    id: '3',
    title: 'No address anywhere carries the base twice.',
    seen: 'outside',
    run: async (target) => {
      const twice = target.base.repeat(2);
      const checkOnce = (answer: Answer, text: string) => {
        // `/web/webhooks` begins alike and is none.
        const found = text.split(twice).slice(1);
        const whole = found.some((after) => !/^[\w-]/.test(after));
        check(!whole, answer, 'the base once in every address', twice);
      };
      await every(ENTRIES, async (entry) => {
        const answer = await target.ask(`${target.base}${entry}`);
        checkOnce(answer, header(answer, 'location') ?? '');
        if (isShell(answer)) checkOnce(answer, answer.text);
      });
      await every(await readPublished(target), ({ address, answer }) => {
        if (!answer) return;
        const binary = /^(image|font)\//.test(mediaType(answer));
        checkOnce(answer, binary ? address : `${address}\n${answer.text}`);
      });
    },
  },
  {
    id: '4',
    title: 'The root of the calls answers JSON, never a redirect.',
    seen: 'outside',
    run: (target) =>
      every(
        ['/api', '/api/'].flatMap((path) => ['POST', 'GET'].map((method) => ({ path, method }))),
        async ({ path, method }) => {
          const answer = await target.ask(`${target.base}${path}`, { method });
          const { status } = answer;
          check(status < 300 || status > 399, answer, 'no redirect', status);
          checkNotHtml(answer);
          check(/\bjson$/.test(mediaType(answer)), answer, 'JSON', mediaType(answer) || 'no type');
        },
      ),
  },
  {
    id: '5a',
    title: 'Forged forwarding headers reach no Location and no page.',
    seen: 'outside',
    run: (target) =>
      every(ENTRIES, async (entry) => {
        const answer = await target.ask(`${target.base}${entry}`, { headers: FORGED });
        checkStaysInside(target, answer);
        check(!answer.text.includes('forged'), answer, 'no forged value in the body', 'one');
      }),
  },
  {
    id: '5b',
    title: 'A redirect that the BFF makes starts with the base, whatever the Host header says.',
    seen: 'harness',
    why: TEST_CALLS,
  },
];
