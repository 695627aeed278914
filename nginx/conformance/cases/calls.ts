import { limits } from '@web/bff/contract/constants';
import { BROWSER, PROCESSES, TEST_CALLS } from '../case.ts';
import type { Case } from '../case.ts';
import { sameSiteHeaders } from '../same-site.ts';
import { check, checkAllow, checkProblem, checkStatus, every, parseObject } from '../checks.ts';

const TOO_LARGE = limits.HEADERS_BYTES * 2;

export const calls: readonly Case[] = [
  {
    id: '14a',
    title: 'An unknown call is a 404 problem.',
    seen: 'outside',
    run: (target) =>
      every(
        ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
          ['/api/nope', '/api/nope/deeper?x=1'].map((path) => ({ method, path })),
        ),
        async ({ method, path }) => {
          checkProblem(await target.ask(`${target.base}${path}`, { method, headers: sameSiteHeaders }), 404);
        },
      ),
  },
  {
    id: '14b',
    title: 'A method that a call does not take is a 405 problem with Allow.',
    seen: 'outside',
    run: (target) =>
      every(['POST', 'PUT', 'PATCH', 'DELETE'], async (method) => {
        const answer = await target.ask(`${target.base}/api/status`, { method, headers: sameSiteHeaders });
        checkProblem(answer, 405);
        checkAllow(answer);
      }),
  },
  {
    id: '14c',
    title: "A call's address that cannot be decoded is a 400 problem.",
    seen: 'outside',
    needs: ['no-ingress'],
    run: async (target) => checkProblem(await target.ask(`${target.base}/api/%zz`), 400),
  },
  {
    id: '14d',
    title: 'Header fields larger than the limit are a 431 problem.',
    seen: 'outside',
    needs: ['no-ingress'],
    run: async (target) => {
      const headers = { 'x-large': 'x'.repeat(TOO_LARGE) };
      checkProblem(await target.ask(`${target.base}/api/status`, { headers }), 431);
    },
  },
  {
    id: '14e',
    title: 'An address longer than the limit is a 414 or 431 problem.',
    seen: 'outside',
    needs: ['no-ingress'],
    run: async (target) => {
      const path = `${target.base}/api/status?x=${'x'.repeat(TOO_LARGE)}`;
      checkProblem(await target.ask(path), 414, 431);
    },
  },
  {
    id: '14f',
    title: 'Malformed JSON, 401, 403, 415, 422, 429, 500, 502, 503 and 504 are problems too.',
    seen: 'harness',
    why: TEST_CALLS,
  },
  {
    id: '14h',
    title: 'A call that changes something is refused unless it comes from a page of this origin.',
    seen: 'outside',
    run: (target) =>
      every(['POST', 'PUT', 'PATCH', 'DELETE'], async (method) => {
        const path = `${target.base}/api/nope`;
        const from = (site: string) => ({ ...sameSiteHeaders, 'sec-fetch-site': site });
        await every([{}, from('cross-site'), from('same-site')], async (headers) => {
          checkProblem(await target.ask(path, { method, headers }), 403);
        });
        await every([sameSiteHeaders, from('same-origin'), from('none')], async (headers) => {
          checkProblem(await target.ask(path, { method, headers }), 404);
        });
      }),
  },
  {
    id: '14i',
    title: 'What a page of another origin sends reaches no call.',
    seen: 'harness',
    why: BROWSER,
  },
  {
    id: '15a',
    title: "A query and an encoded slash in a call's address reach the BFF.",
    seen: 'outside',
    run: async (target) => {
      const status = await target.ask(`${target.base}/api/status?q=1%2F2`);
      checkStatus(status, 200);
      const body = parseObject(status);
      for (const name of ['name', 'version', 'startedAt', 'dependencies']) {
        check(name in body, status, `${name} in the body`, Object.keys(body).join(', '));
      }
      checkProblem(await target.ask(`${target.base}/api/nope/a%2Fb?q=1%2F2`), 404);
    },
  },
  {
    id: '15b',
    title: 'A parameter arrives decoded once, its slash included, and the query intact.',
    seen: 'harness',
    why: TEST_CALLS,
  },
  {
    id: '16',
    title: 'A call whose last segment has a dot goes to the BFF.',
    seen: 'outside',
    run: (target) =>
      every(['/api/export/data.json', '/api/nope.js', '/api/nope.css.map'], async (path) => {
        checkProblem(await target.ask(`${target.base}${path}`), 404);
      }),
  },
  {
    id: '17a',
    title: 'A body one byte larger than the limit is a 413 problem.',
    seen: 'outside',
    run: async (target) => {
      const body = Buffer.alloc(limits.BODY_BYTES + 1, ' ');
      checkProblem(
        await target.ask(`${target.base}/api/nope`, { method: 'POST', headers: sameSiteHeaders, body }),
        413,
      );
    },
  },
  {
    id: '17b',
    title: 'A body of exactly the limit is let through.',
    seen: 'outside',
    run: async (target) => {
      const body = Buffer.alloc(limits.BODY_BYTES, ' ');
      checkProblem(
        await target.ask(`${target.base}/api/nope`, { method: 'POST', headers: sameSiteHeaders, body }),
        404,
      );
    },
  },
  {
    id: '17c',
    title: 'A body that is sent in chunks meets the same limit.',
    seen: 'harness',
    why: TEST_CALLS,
  },
  {
    id: '18',
    title: 'While the BFF is down, calls are 502 or 503 problems, and the shell stands and recovers.',
    seen: 'harness',
    why: PROCESSES,
  },
  {
    id: '19',
    title: 'nginx starts before the BFF has a name, and finds it again under a new address.',
    seen: 'harness',
    why: PROCESSES,
  },
  {
    id: '20',
    title: 'A slow call is a 504 problem at the deadline, and its work is cancelled.',
    seen: 'harness',
    why: TEST_CALLS,
  },
  {
    id: '21',
    title: "The BFF sees the browser's scheme, host and address through trusted proxies alone.",
    seen: 'harness',
    why: TEST_CALLS,
  },
  {
    id: '22a',
    title: 'The first event of a stream arrives before the second is sent.',
    seen: 'harness',
    why: TEST_CALLS,
  },
  {
    id: '22b',
    title: 'A WebSocket upgrade beneath the calls passes nginx.',
    seen: 'harness',
    why: TEST_CALLS,
  },
];
