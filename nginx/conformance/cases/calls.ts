import { limits } from '@web/bff/contract/kit/limits';
import { BROWSER, harness, outside, PROCESSES, TEST_CALLS } from '../case.ts';
import { check, checkAllow, checkProblem, checkStatus, every, parseObject } from '../checks.ts';
import { sameSiteHeaders } from '../request-headers.ts';
import type { Target } from '../target.ts';

const TOO_LARGE = limits.HEADERS_BYTES * 2;
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

async function checkBody(target: Target, bytes: number, status: number): Promise<void> {
  const options = { method: 'POST', headers: sameSiteHeaders, body: Buffer.alloc(bytes, ' ') };
  checkProblem(await target.request(`${target.base}/api/nope`, options), status);
}

export const calls = [
  ...outside({
    '14a An unknown call is a 404 problem.': (target) =>
      every(['GET', ...WRITES], (method) =>
        every(['/api/nope', '/api/nope/deeper?x=1'], async (path) => {
          const options = { method, headers: sameSiteHeaders };
          checkProblem(await target.request(`${target.base}${path}`, options), 404);
        }),
      ),

    '14b A method that a call does not have is a 405 problem with Allow.': (target) =>
      every(WRITES, async (method) => {
        const options = { method, headers: sameSiteHeaders };
        const response = await target.request(`${target.base}/api/status`, options);
        checkProblem(response, 405);
        checkAllow(response);
      }),

    '14h A call that changes something is refused unless a page of this origin sends it.': (target) =>
      every(WRITES, async (method) => {
        const path = `${target.base}/api/nope`;
        const from = (site: string) => ({ ...sameSiteHeaders, 'sec-fetch-site': site });
        await every([{}, from('cross-site'), from('same-site')], async (headers) => {
          checkProblem(await target.request(path, { method, headers }), 403);
        });
        await every([sameSiteHeaders, from('same-origin'), from('none')], async (headers) => {
          checkProblem(await target.request(path, { method, headers }), 404);
        });
      }),

    "15a A query and an encoded slash in a call's path reach the BFF.": async (target) => {
      const status = await target.request(`${target.base}/api/status?q=1%2F2`);
      checkStatus(status, 200);
      const body = parseObject(status);
      for (const name of ['name', 'version', 'startedAt', 'dependencies'])
        check(name in body, status, `${name} in the body`, Object.keys(body).join(', '));
      checkProblem(await target.request(`${target.base}/api/nope/a%2Fb?q=1%2F2`), 404);
    },

    '16 A call whose last segment has a dot goes to the BFF.': (target) =>
      every(['/api/export/data.json', '/api/nope.js', '/api/nope.css.map'], async (path) => {
        checkProblem(await target.request(`${target.base}${path}`), 404);
      }),

    '17a A body one byte larger than the limit is a 413 problem.': (target) =>
      checkBody(target, limits.BODY_BYTES + 1, 413),

    '17b A body of exactly the limit reaches the BFF.': (target) => checkBody(target, limits.BODY_BYTES, 404),
  }),
  ...outside(
    {
      "14c A call's path that cannot be decoded is a 400 problem.": async (target) =>
        checkProblem(await target.request(`${target.base}/api/%zz`), 400),

      '14d Header fields larger than the limit are a 431 problem.': async (target) => {
        const headers = { 'x-large': 'x'.repeat(TOO_LARGE) };
        checkProblem(await target.request(`${target.base}/api/status`, { headers }), 431);
      },

      '14e A URL longer than the limit is a 414 or 431 problem.': async (target) =>
        checkProblem(await target.request(`${target.base}/api/status?x=${'x'.repeat(TOO_LARGE)}`), 414, 431),
    },
    'no-ingress',
  ),
  ...harness(
    TEST_CALLS,
    '14f Malformed JSON, 401, 403, 415, 422, 429, 500, 502, 503 and 504 are problems too.',
    '15b A parameter arrives decoded once, its slash included, and the query unchanged.',
    '17c A body that is sent in chunks has the same limit.',
    '20 A slow call is a 504 problem at the deadline, and its work is cancelled.',
    "21 The BFF sees the browser's scheme, host and address through trusted proxies alone.",
    '22a The first event of a stream arrives before the second is sent.',
    '22b A WebSocket upgrade beneath the calls passes nginx.',
  ),
  ...harness(BROWSER, '14i A request that a page of another origin sends reaches no call.'),
  ...harness(
    PROCESSES,
    '18 While the BFF is down, calls are 502 or 503 problems, the shell is served, and the page recovers.',
    '19 nginx starts before the name of the BFF resolves, and finds it again under a new address.',
  ),
];
