import { limits } from '@web/bff/platform/contract/limits';
import { all, respond, wholeOrigin, type Cases, type Check } from '#platform/conformance/case.ts';
import {
  SECURITY_HEADERS,
  check,
  every,
  field,
  isShell,
  mediaType,
  membersOf,
  onlyHeader,
  problem,
  status,
} from '#platform/conformance/checks.ts';
import { accepting, sameSiteHeaders } from '#platform/conformance/request-headers.ts';

const PROBES = `
  /health /healthz /livez /readyz /live /ready /liveness /readiness /metrics
  /stub_status /nginx_status /-/healthy /-/ready /health/live /health/ready`;
const CALLS = PROBES.replaceAll(' /', ' /api/');

/** Directives of a document's policy: bff/platform/edge/content-security-policy.ts. */
const DOCUMENT_POLICY = [
  /(^|; )script-src 'self'( 'sha256-[^']+')*(;|$)/,
  /(^|; )style-src 'self'( 'sha256-[^']+')*(;|$)/,
  /(^|; )connect-src [^;]+/,
  /(^|; )frame-ancestors [^;]+/,
  /(^|; )base-uri 'none'(;|$)/,
  /(^|; )require-trusted-types-for 'script'(;|$)/,
];
const CLOSED_POLICY = [/^default-src 'none'; frame-ancestors 'none'$/];

/** Paths that only the application handles. */
const PATHS = `
  / /index.html /a/b/c /nope.js /assets/gone-1.js {asset}
  /favicon.svg /manifest.webmanifest /api/ /api/status /api/nope`;
/** Paths that an ingress may handle without the application. */
const OTHER_PATHS = '/ /x {base} {base}/../x {base}/..%2fx {base}/api/%zz';
const TOO_LARGE = Buffer.alloc(limits.BODY_BYTES + 1, ' ');

const checkFields: Check = async (response) => {
  await every([...SECURITY_HEADERS, 'x-request-id'], (name) => onlyHeader(response, name));
  field('x-content-type-options', 'nosniff')(response);
  const policy = onlyHeader(response, 'content-security-policy');
  const isDocument = mediaType(response) === 'text/html' && [200, 404].includes(response.status);
  const expected = isDocument ? DOCUMENT_POLICY : CLOSED_POLICY;
  const missing = expected.filter((directive) => !directive.test(policy));
  check(missing.length === 0, response, `a policy with ${missing.join(' and ')}`, policy);
  check(!policy.includes('unsafe-'), response, 'a policy without exceptions', policy);
};

export const responses: Cases = {
  "32 Every response has each security header once; only documents have a policy other than `default-src 'none'`.":
    all(
      respond({ paths: PATHS }, checkFields),
      respond({ paths: '/', headers: accepting('br') }, checkFields),
      respond({ paths: '/', methods: 'HEAD POST OPTIONS' }, checkFields),
      respond({ paths: '{asset}', methods: 'POST' }, checkFields),
      respond({ paths: '/api/status', methods: 'DELETE' }, checkFields),
      respond({ paths: '/api/status', methods: 'DELETE', headers: sameSiteHeaders }, checkFields),
      respond({ paths: OTHER_PATHS, isAtOrigin: true }, checkFields),
      respond({ paths: '{base}/api/nope', methods: 'POST', body: TOO_LARGE, isAtOrigin: true }, checkFields),
    ),

  '34a Every cookie is limited to the base path.': wholeOrigin(
    respond({ paths: '/ /a/b /api/status /api/nope' }, (response, { base }) => {
      for (const cookie of response.headers['set-cookie'] ?? []) {
        const scope = /;\s*path=([^;]*)/i.exec(cookie)?.[1]?.trim();
        check(scope === base, response, `a cookie with Path=${base}`, cookie);
      }
    }),
  ),

  '35 No response allows a service worker a scope outside the base path.': respond(
    { paths: '/ /sw.js /service-worker.js /assets/sw.js' },
    (response, { base }) => {
      for (const scope of response.headers['service-worker-allowed'] ?? [])
        check(scope.startsWith(`${base}/`), response, `a scope in ${base}/`, scope);
    },
  ),

  '36 start_url and scope of the web app manifest are the base path, as a relative URL.': respond(
    { paths: '/manifest.webmanifest' },
    status(200),
    (response) =>
      every(['start_url', 'scope'], (name) => {
        const value = JSON.stringify(membersOf(response)[name]);
        check(/^"\.\/?(\?.*)?"$/.test(value), response, `${name}: "./"`, value);
      }),
  ),

  '37 Liveness, readiness and metrics are unreachable, beneath and outside the base path.': all(
    respond({ paths: PROBES }, (response) =>
      check(response.status === 404 || isShell(response), response, '404 or a screen', response.status),
    ),
    respond({ paths: CALLS }, problem(404)),
    respond({ paths: `${PROBES} ${CALLS}`, isAtOrigin: true }, status(404)),
  ),
};
