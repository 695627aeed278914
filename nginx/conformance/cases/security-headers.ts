import { limits } from '@web/bff/contract/kit/limits';
import type { TargetResponse, RequestOptions } from '../request.ts';
import { outside } from '../case.ts';
import { check, checkHeader, every, mediaType, onlyHeader, SECURITY_HEADERS } from '../checks.ts';
import { accepting, sameSiteHeaders } from '../request-headers.ts';
import type { Target } from '../target.ts';
import { CLOSED_POLICY, DOCUMENT_POLICY } from '../security-policy.ts';
import { readAssets, readShell } from '../site.ts';

type Request = readonly [path: string, options?: RequestOptions];

/** A response of every status that a client can cause. */
async function manyResponses(target: Target): Promise<TargetResponse[]> {
  const { base } = target;
  const [asset] = await readAssets(target);
  const tag = onlyHeader(await readShell(target), 'etag');
  // Without what an ingress may send itself: cases 1, 12, 14 and 17 have that.
  const requests: Request[] = [
    ...[
      '/',
      '/index.html',
      '/a/b/c',
      '/nope.js',
      '/assets/gone-1.js',
      '/favicon.svg',
      '/manifest.webmanifest',
    ]
      .concat(['/api/', '/api/status', '/api/nope'])
      .map((path) => [base + path] as const),
    [asset],
    [asset, { method: 'POST' }],
    [`${base}/`, { headers: accepting('br') }],
    [`${base}/`, { headers: { 'if-none-match': tag } }],
    ...['HEAD', 'POST', 'OPTIONS'].map((method) => [`${base}/`, { method }] as const),
    [`${base}/api/status`, { method: 'DELETE', headers: sameSiteHeaders }],
    [`${base}/api/status`, { method: 'DELETE' }],
  ];
  if (target.ownsOrigin && !target.stripped) {
    const paths = ['/', '/x', base, `${base}/../x`, `${base}/..%2fx`, `${base}/api/%zz`];
    requests.push(...paths.map((path) => [path] as const));
    requests.push([`${base}/api/nope`, { method: 'POST', body: Buffer.alloc(limits.BODY_BYTES + 1, ' ') }]);
  }
  const responses: TargetResponse[] = [];
  for (const [path, options] of requests) responses.push(await target.request(path, options));
  return responses;
}

export const securityHeaders = outside({
  '32a Every response has each security header exactly once.': async (target) =>
    every(await manyResponses(target), (response) =>
      every(SECURITY_HEADERS, (name) => {
        if (name === 'x-content-type-options') checkHeader(response, name, 'nosniff');
        else onlyHeader(response, name);
      }),
    ),

  '32b Every response has the request id exactly once.': async (target) =>
    every(await manyResponses(target), (response) => void onlyHeader(response, 'x-request-id')),

  "32d A document has a policy for documents; any other response has `default-src 'none'`.": async (target) =>
    every(await manyResponses(target), (response) => {
      const policy = onlyHeader(response, 'content-security-policy');
      // A 304 does not show whether it stands for a document.
      if (response.status === 304) return;
      const isDocument = mediaType(response) === 'text/html' && [200, 404].includes(response.status);
      const expected = isDocument ? DOCUMENT_POLICY : CLOSED_POLICY;
      const missing = expected.filter((directive) => !directive.test(policy));
      check(missing.length === 0, response, `a policy with ${missing.join(' and ')}`, policy);
      check(!policy.includes('unsafe-'), response, 'a policy without exceptions', policy);
    }),
});
