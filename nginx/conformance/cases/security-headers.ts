import { limits } from '@web/bff/contract/kit/limits';
import { all, respond, type Cases, type Check } from '../case.ts';
import { check, checkHeader, every, mediaType, onlyHeader, SECURITY_HEADERS } from '../checks.ts';
import { accepting, sameSiteHeaders } from '../request-headers.ts';

/** What the policy of a document contains: bff/src/edge/content-security-policy.ts. */
const DOCUMENT_POLICY = [
  /(^|; )script-src 'self'( 'sha256-[^']+')*(;|$)/,
  /(^|; )style-src 'self'( 'sha256-[^']+')*(;|$)/,
  /(^|; )connect-src [^;]+/,
  /(^|; )frame-ancestors [^;]+/,
  /(^|; )base-uri 'none'(;|$)/,
  /(^|; )require-trusted-types-for 'script'(;|$)/,
];
/** The policy of every other response. */
const CLOSED_POLICY = [/^default-src 'none'; frame-ancestors 'none'$/];

/** What an ingress does not send itself. */
const PATHS = `
  / /index.html /a/b/c /nope.js /assets/gone-1.js {asset}
  /favicon.svg /manifest.webmanifest /api/ /api/status /api/nope`;
/** What it may send. */
const OTHER_PATHS = '/ /x {base} {base}/../x {base}/..%2fx {base}/api/%zz';
const TOO_LARGE = Buffer.alloc(limits.BODY_BYTES + 1, ' ');

const checkFields: Check = async (response) => {
  await every([...SECURITY_HEADERS, 'x-request-id'], (name) => void onlyHeader(response, name));
  checkHeader(response, 'x-content-type-options', 'nosniff');
  const policy = onlyHeader(response, 'content-security-policy');
  const isDocument = mediaType(response) === 'text/html' && [200, 404].includes(response.status);
  const expected = isDocument ? DOCUMENT_POLICY : CLOSED_POLICY;
  const missing = expected.filter((directive) => !directive.test(policy));
  check(missing.length === 0, response, `a policy with ${missing.join(' and ')}`, policy);
  check(!policy.includes('unsafe-'), response, 'a policy without exceptions', policy);
};

// The fields of a 304 are those of the 200: 28b.
export const securityHeaders: Cases = {
  "32 Every response has each security header once: a document's own policy, else `default-src 'none'`.": all(
    respond({ paths: PATHS }, checkFields),
    respond({ paths: '/', headers: accepting('br') }, checkFields),
    respond({ paths: '/', methods: 'HEAD POST OPTIONS' }, checkFields),
    respond({ paths: '{asset}', methods: 'POST' }, checkFields),
    respond({ paths: '/api/status', methods: 'DELETE' }, checkFields),
    respond({ paths: '/api/status', methods: 'DELETE', headers: sameSiteHeaders }, checkFields),
    respond({ paths: OTHER_PATHS, isAtOrigin: true }, checkFields),
    respond({ paths: '{base}/api/nope', methods: 'POST', body: TOO_LARGE, isAtOrigin: true }, checkFields),
  ),
};
