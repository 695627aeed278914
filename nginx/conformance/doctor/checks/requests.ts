import { limits } from '@web/bff/contract/kit/limits';
import { pathOf } from '@web/bff/edge/paths';
import { header } from '../../checks.ts';
import { NoResponse, type RequestOptions, type TargetResponse } from '../../request.ts';
import type { Kind } from '../advice.ts';
import { ask, askEcho, hasArrived, pathOfCall } from '../ask.ts';
import type { Check, Context, Difference } from '../check.ts';
import { compareContent, compareFields, compareTarget } from '../compare-requests.ts';
import { isFromApplication, problemCode, summary } from '../recognise.ts';
import { kindOfRedirect } from './reach.ts';

interface Probe extends RequestOptions {
  /** What follows the path of the echo. */
  readonly suffix?: string;
  /** What it is where it does not arrive. */
  readonly otherwise: Kind;
  /** What is special about it, for the quote. */
  readonly what: string;
}

const KIB = 1024;
const paths = ['/a%2Fb', '/a%20%25', '/a//b', '/a/', '/a~b', '/A.b;c=1', '/%EF%AC%81'].map(
  (suffix): Probe => ({
    suffix,
    otherwise: 'path-refused',
    what: 'this path',
  }),
);
/** What people write, and firewalls take for an attack. */
const TEXT = "O'Brien -- <script>select</script>";
const queries = [
  '?q=1%2F2&r=a+b',
  '?q=1&q=2&empty=',
  '?q=%C3%A4%20&next=https%3A%2F%2Fother.example%2F',
  `?q=${encodeURIComponent(TEXT)}`,
].map((suffix): Probe => ({ suffix, otherwise: 'query-refused', what: 'this query' }));
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): Probe => ({
  method,
  otherwise: 'method-refused',
  what: method,
}));
/** Fields that the application, or a product, reads; what a proxy writes is not among them. */
const fields = [
  { 'x-requested-by': 'web' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { cookie: '__Secure-web-check=a.b-c_d; web-other=1%202' },
  { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) web-conformance' },
  { authorization: 'Bearer a.b-c_d' },
  { origin: 'https://other.example', referer: 'https://other.example/a' },
  { 'if-none-match': '"a", W/"b"' },
  { accept: 'application/json', 'accept-language': 'de-AT, en;q=0.5', 'content-type': 'application/json' },
  { 'last-event-id': '7', 'idempotency-key': 'a1', 'x-product-field': 'a, "b"; c=d' },
]
  .map((headers): Probe => ({ headers, otherwise: 'field-refused', what: Object.keys(headers).join(', ') }))
  // A cache answers a GET with it.
  .concat({ method: 'POST', headers: { 'if-match': '"a"' }, otherwise: 'field-refused', what: 'if-match' });
const sizes = [1, 2, 4, 8, 14].flatMap((kib): Probe[] => [
  {
    headers: { 'x-large': 'x'.repeat(kib * KIB) },
    otherwise: 'header-limit',
    what: `a field of ${kib} KiB`,
  },
  { suffix: `?x=${'x'.repeat(kib * KIB)}`, otherwise: 'header-limit', what: `a query of ${kib} KiB` },
  {
    headers: { cookie: `a=${'x'.repeat(kib * KIB)}` },
    otherwise: 'header-limit',
    what: `a cookie of ${kib} KiB`,
  },
]);
const MANY = 40;
const many: Probe = {
  headers: Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`x-many-${at}`, 'x'])),
  otherwise: 'header-limit',
  what: `${MANY} fields more`,
};
const body = (type: string, bytes: number, otherwise: Kind = 'body-limit'): Probe => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: Buffer.alloc(bytes, `{"a": "${TEXT}é" }\n`),
  otherwise,
  what: `a body of ${bytes} bytes, ${type}`,
});
const types = ['application/json', 'application/x-www-form-urlencoded', 'application/octet-stream']
  .concat('multipart/form-data; boundary=part')
  .map((type) => body(type, 64, 'body-refused'));
const bodies = [
  body('application/octet-stream', 64 * KIB),
  body('multipart/form-data; boundary=part', limits.BODY_BYTES),
];

/** The response, or how the request arrived; as text, why neither came. Throws where the time ran out. */
export async function orReason<Result>(answer: Promise<Result>): Promise<Result | string> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoResponse && !error.isLate) return error.message;
    throw error;
  }
}

const text = (response: TargetResponse | string) =>
  typeof response === 'string' ? response : summary(response);

/** What it is where a request does not arrive. */
function kindOf({ target }: Context, url: string, answer: TargetResponse | string, otherwise: Kind): Kind {
  if (typeof answer === 'string') return otherwise;
  const redirect = kindOfRedirect(target, pathOf(url), answer);
  if (redirect) return redirect;
  // The application itself has read another body than the one that was sent.
  if (otherwise === 'body-refused' && problemCode(answer)) return 'request-body-changed';
  const isFiltered = [200, 403, 406, 415, 501].includes(answer.status);
  const filtered = { 'path-refused': 'path-filtered', 'body-limit': 'body-refused' } as const;
  return isFiltered && otherwise in filtered ? filtered[otherwise as keyof typeof filtered] : otherwise;
}

async function send(context: Context, probe: Probe): Promise<readonly Difference[]> {
  const { suffix = '', otherwise, what, ...options } = probe;
  const echo = await orReason(askEcho(context, suffix, options));
  const target = `${pathOfCall(context.target, 'echo')}${suffix}`;
  if (typeof echo === 'string' || !hasArrived(echo))
    return [{ kind: kindOf(context, target, echo, otherwise), quote: `${text(echo)}, with ${what}` }];
  return [
    ...(suffix ? compareTarget(target, echo, context.target.base) : []),
    ...(options.headers ? compareFields(options.headers, echo) : []),
    ...compareContent(options, echo),
  ];
}

/** Sends probes up to the first that differs, or all of them. */
const compares = (id: string, title: string, probes: readonly Probe[], untilFirst = false): Check => ({
  id,
  title,
  run: async (context) => {
    const differences: Difference[] = [];
    for (const probe of probes) {
      if (untilFirst && differences.length > 0) break;
      differences.push(...(await send(context, probe)));
    }
    return differences;
  },
});

const largerBody: Check = {
  id: 'larger-body',
  title: 'The application itself refuses a body that is too large.',
  run: async (context) => {
    const { otherwise, what, ...options } = body('application/octet-stream', limits.BODY_BYTES + 1);
    const response = await orReason(askEcho(context, '', options));
    // Where it arrives, a hop has changed it, which another check finds.
    const isOurs = typeof response !== 'string' && (hasArrived(response) || problemCode(response));
    return isOurs ? [] : [{ kind: otherwise, quote: `${text(response)}, with ${what}` }];
  },
};

/** RFC 6455, section 4.1. */
const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

const upgrade: Check = {
  id: 'upgrade',
  title: 'A WebSocket passes.',
  run: async (context) => {
    const came = await orReason(ask(context, 'socket', { headers: HANDSHAKE }));
    const isAccepted = typeof came !== 'string' && came.status === 101;
    return isAccepted ? [] : [{ kind: 'upgrade-refused', quote: `${text(came)}, for a WebSocket handshake` }];
  },
};

const head: Check = {
  id: 'head',
  title: 'HEAD arrives.',
  run: async (context) => {
    const came = await orReason(ask(context, 'echo', { method: 'HEAD' }));
    const isWell = typeof came !== 'string' && came.status === 200 && isFromApplication(came);
    return isWell ? [] : [{ kind: 'method-refused', quote: `${text(came)}, with HEAD` }];
  },
};

const preflight: Check = {
  id: 'cross-origin',
  title: 'Pages of other origins may not read responses.',
  run: async ({ target }) => {
    const headers = { origin: 'https://other.example', 'access-control-request-method': 'POST' };
    const differences: Difference[] = [];
    for (const [path, method] of [
      ['/', 'GET'],
      ['/api/status', 'GET'],
      ['/api/status', 'OPTIONS'],
    ] as const) {
      const response = await target.request(target.base + path, { method, headers });
      const allowed = header(response, 'access-control-allow-origin');
      if (allowed !== undefined)
        differences.push({
          kind: 'response-field-added',
          field: 'access-control-allow-origin',
          quote: `${response.request} (Origin: ${headers.origin}) has Access-Control-Allow-Origin: ${allowed}`,
        });
    }
    return differences;
  },
};

export const requestChecks: readonly Check[] = [
  compares('path', 'A path arrives as it was sent.', paths),
  compares('query', 'A query arrives as it was sent.', queries),
  compares('methods', 'Every method arrives.', methods),
  compares('fields', 'The header fields of a request arrive.', fields),
  compares(
    'header-limit',
    'Header fields and queries arrive up to the limit of the application.',
    [...sizes, many],
    true,
  ),
  compares('body-types', 'Bodies of every media type arrive.', types),
  compares('bodies', 'Bodies arrive up to the limit of the application.', bodies, true),
  largerBody,
  head,
  upgrade,
  preflight,
];
