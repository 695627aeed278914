import { limits } from '@web/bff/platform/contract/limits';
import { all, respond, type Cases, wholeOrigin } from '#platform/conformance/case.ts';
import {
  allowsReads,
  check,
  field,
  isRedirect,
  membersOf,
  problem,
  status,
} from '#platform/conformance/checks.ts';
import { sameSiteHeaders } from '#platform/conformance/request-headers.ts';

const TOO_LARGE = 'x'.repeat(limits.HEADERS_BYTES * 2);
const WRITES = 'POST PUT PATCH DELETE';

const writeWith = (headers: Record<string, string>, status: number) =>
  respond({ paths: '/api/nope', methods: WRITES, headers }, problem(status));

const upload = (bytes: number, status: number) => {
  const body = Buffer.alloc(bytes, ' ');
  return respond({ paths: '/api/nope', methods: 'POST', headers: sameSiteHeaders, body }, problem(status));
};

const from = (site: string) => ({ ...sameSiteHeaders, 'sec-fetch-site': site });

export const calls: Cases = {
  '4 The root of the calls responds with JSON, never with a redirect.': respond(
    { paths: '/api /api/', methods: 'POST GET' },
    field('content-type', /\bjson\b/, 'JSON'),
    (response) => check(!isRedirect(response), response, 'no redirect', response.status),
  ),

  '14a An unknown call returns a 404 problem.': respond(
    { paths: '/api/nope /api/nope/deeper?x=1' },
    problem(404),
  ),

  '14b An unsafe call is rejected unless a page of this origin sends it.': all(
    writeWith({}, 403),
    writeWith(from('cross-site'), 403),
    writeWith(from('same-site'), 403),
    writeWith(from('same-origin'), 404),
    writeWith(from('none'), 404),
  ),

  '14c A malformed path, dot segments, and a URL or headers over the limits return a problem.': wholeOrigin(
    all(
      respond({ paths: '/api/%zz' }, problem(400)),
      respond({ paths: '/api/nope/..%2fx /api/a/%2e%2e/x /api/a/../x' }, problem(400, 404)),
      respond({ paths: `/api/status?x=${TOO_LARGE}` }, problem(414, 431)),
      respond({ paths: '/api/status', headers: { 'x-large': TOO_LARGE } }, problem(431)),
    ),
  ),

  '14d An unknown method of a call returns a 405 problem with Allow.': respond(
    { paths: '/api/status', methods: WRITES, headers: sameSiteHeaders },
    problem(405),
    allowsReads,
  ),

  "15a A query and an encoded slash in a call's path reach the BFF.": all(
    respond({ paths: '/api/status?q=1%2F2' }, status(200), (response) => {
      const members = membersOf(response);
      const isStatus = ['name', 'version', 'startedAt'].every((name) => name in members);
      check(isStatus, response, 'the status of the BFF', Object.keys(members).join(' '));
    }),
    respond({ paths: '/api/nope/a%2Fb?q=1%2F2' }, problem(404)),
  ),

  '16 A call whose last segment has a dot goes to the BFF.': respond(
    { paths: '/api/export/data.json /api/nope.js /api/nope.css.map' },
    problem(404),
  ),

  '17a A body at the limit reaches the BFF; one byte more returns a 413 problem.': all(
    upload(limits.BODY_BYTES, 404),
    upload(limits.BODY_BYTES + 1, 413),
  ),
};
