import { respond, type Cases } from '#platform/conformance/case.ts';
import { check, header, isRedirect, mediaType, membersOf } from '#platform/conformance/checks.ts';
import type { TargetResponse } from '#platform/conformance/request.ts';

/** True if the response has a request id. Only the application and its nginx send one. */
const isOurs = (response: TargetResponse): boolean =>
  'x-request-id' in response.headers || 'requestId' in membersOf(response);

/** True if another server requests credentials: by status, redirect or password form. */
const isLogin = (response: TargetResponse): boolean =>
  !isOurs(response) &&
  ([401, 403, 407, 511].includes(response.status) ||
    isRedirect(response) ||
    (response.status === 200 && /type=["']?password/i.test(response.text)));

const expectOurs = (paths: string, isExpected: (response: TargetResponse) => boolean) =>
  respond({ paths }, (response) => {
    const received = [response.status, mediaType(response), header(response, 'location') ?? ''].join(' ');
    check(isExpected(response), response, 'a response of the application', received.trim());
  });

/** Prerequisites: if one of these cases fails, all others would fail, too. */
export const reach: Cases = {
  '0a A call does not get a login page, or a redirect to one.': expectOurs(
    '/api/status',
    (response) => !isLogin(response),
  ),
  '0b Documents and calls reach the application.': expectOurs('/ /api/status', isOurs),
  '0c A call arrives with the prefix, once.': expectOurs('/api/status', ({ status }) => status !== 404),
};
