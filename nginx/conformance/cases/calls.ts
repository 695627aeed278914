import { limits } from '@web/bff/contract/kit/limits';
import { outside } from '../case.ts';
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
];
