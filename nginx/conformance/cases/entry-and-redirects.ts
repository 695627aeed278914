import type { Answer, Ask } from '../ask.ts';
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
import type { Door } from '../door.ts';
import { readPublished, readShell } from '../site.ts';

const QUERY = '?x=1&y=a%2Fb';

async function checkEntry(door: Door, init?: Ask): Promise<void> {
  const answer = await door.ask(`${door.base}${QUERY}`, init);
  checkStatus(answer, 301, 308);
  const location = onlyHeader(answer, 'location');
  check(location === `${door.base}/${QUERY}`, answer, `Location: ${door.base}/${QUERY}`, location);
}

/** Follows redirects as a browser would; fails where one leaves the base or a second one follows. */
async function checkLanding(door: Door, path: string): Promise<Answer> {
  const first = await door.ask(path);
  if (first.status < 300 || first.status > 399) return first;
  checkStaysInside(door, first);
  const target = new URL(onlyHeader(first, 'location'), door.origin);
  const second = await door.ask(`${target.pathname}${target.search}`);
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
    run: (door) => checkEntry(door),
  },
  {
    id: '1b',
    title: 'X-Forwarded-Proto does not change the redirect.',
    seen: 'outside',
    needs: ['prefix-kept'],
    run: (door) => checkEntry(door, { headers: { 'x-forwarded-proto': 'https' } }),
  },
  {
    id: '1c',
    title: 'Another host with a port does not change the redirect.',
    seen: 'outside',
    needs: ['prefix-kept', 'no-ingress'],
    run: (door) => checkEntry(door, { headers: { host: 'example.org:8081' } }),
  },
  {
    id: '1d',
    title: 'HEAD is redirected as GET is.',
    seen: 'outside',
    needs: ['prefix-kept'],
    run: (door) => checkEntry(door, { method: 'HEAD' }),
  },
  {
    id: '1e',
    title: 'Behind a stripping ingress the base without its slash is the shell.',
    seen: 'outside',
    needs: ['prefix-stripped'],
    run: async (door) => {
      checkShell(await checkLanding(door, `${door.base}${QUERY}`));
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
    run: async (door) => {
      const shell = await readShell(door);
      check(!header(shell, 'location'), shell, 'no Location', header(shell, 'location'));
    },
  },
  {
    id: '2b',
    title: 'Any entry needs at most one redirect.',
    seen: 'outside',
    run: (door) =>
      every(ENTRIES.slice(0, 6), async (entry) => {
        checkShell(await checkLanding(door, `${door.base}${entry}`), 200, 404);
      }),
  },
  {
    id: '2c',
    title: 'The root of the origin redirects to the base and is not stored.',
    seen: 'outside',
    needs: ['whole-origin'],
    run: async (door) => {
      const answer = await door.ask('/');
      checkStatus(answer, 302);
      checkHeader(answer, 'location', `${door.base}/`);
      checkHeader(answer, 'cache-control', 'no-store');
    },
  },
  {
    id: '3',
    title: 'No address anywhere carries the base twice.',
    seen: 'outside',
    run: async (door) => {
      const twice = door.base.repeat(2);
      const checkOnce = (answer: Answer, text: string) => {
        // `/web/webhooks` begins alike and is none.
        const found = text.split(twice).slice(1);
        const whole = found.some((after) => !/^[\w-]/.test(after));
        check(!whole, answer, 'the base once in every address', twice);
      };
      await every(ENTRIES, async (entry) => {
        const answer = await door.ask(`${door.base}${entry}`);
        checkOnce(answer, header(answer, 'location') ?? '');
        if (isShell(answer)) checkOnce(answer, answer.text);
      });
      await every(await readPublished(door), ({ address, answer }) => {
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
    run: (door) =>
      every(
        ['/api', '/api/'].flatMap((path) => ['POST', 'GET'].map((method) => ({ path, method }))),
        async ({ path, method }) => {
          const answer = await door.ask(`${door.base}${path}`, { method });
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
    run: (door) =>
      every(ENTRIES, async (entry) => {
        const answer = await door.ask(`${door.base}${entry}`, { headers: FORGED });
        checkStaysInside(door, answer);
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
