import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { at, drop, foreign, set, type Tamper } from './tamper.ts';
import { openReferenceTarget, type Setting } from './reference-target.ts';
import type { Echo } from '../doctor/echo.ts';
import { checks, runChecks } from '../doctor/run-checks.ts';
import { diagnose, findings, type FindingId } from '../doctor/findings.ts';
import { ingressProxies } from '../doctor/ingress-proxies.ts';

async function findingsAt(setting: Setting): Promise<FindingId[]> {
  await using target = await openReferenceTarget(setting);
  return (await runChecks(target)).flatMap(({ finding }) => finding?.id ?? []);
}

const correct: Echo = {
  arrived: '/web/api/diagnostics/echo',
  scheme: 'http',
  host: '127.0.0.1',
  ip: '203.0.113.7',
  peer: '10.0.0.7',
  headers: { 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.7' },
  ingressStripsPrefix: false,
};

type MakeEcho = (headers: IncomingHttpHeaders, url: string) => Partial<Echo>;

/** Adds the echo of DIAGNOSTICS=true to the reference target. */
const echoing =
  (echo: MakeEcho): Tamper =>
  (reply, { url = '', headers }) => {
    if (!url.includes('/diagnostics/echo')) return;
    reply.status = 200;
    reply.body = JSON.stringify({ ...correct, arrived: url, host: headers.host, ...echo(headers, url) });
  };

/** Findings at every target here that has an echo: it has no other diagnostics calls. */
const ECHO_ONLY: readonly FindingId[] = [
  ...(['events-buffered', 'upgrade-refused', 'fetch-metadata-dropped'] as const),
  ...(['disposition-dropped', 'cookie-lost'] as const),
];

const FORGED = { 'x-forwarded-for': '203.0.113.9' };

test.for<Setting>([{}, { base: '/portal/x' }, { ownsOrigin: false }])(
  'a correct target has no finding: %j',
  async (setting) => {
    expect(await findingsAt(setting)).toEqual([]);
  },
);

test.for<[description: string, finds: FindingId | undefined, echo: MakeEcho]>([
  ['the values of a correct ingress', undefined, () => ({})],
  ['another scheme', 'scheme-lost', () => ({ scheme: 'https', headers: {} })],
  [
    'the scheme that the browser sends',
    'scheme-forgeable',
    (headers) => ({ scheme: [headers['x-forwarded-proto'] ?? 'http'].join() }),
  ],
  ['the last hop as the client', 'client-lost', () => ({ ip: correct.peer, headers: { via: '1.1 x' } })],
  [
    'the address that the browser sends',
    'client-forgeable',
    (headers) => (headers['x-forwarded-for'] ? { ip: FORGED['x-forwarded-for'], headers: FORGED } : {}),
  ],
  ['an inner host', 'host-lost', () => ({ host: 'inner:8080' })],
  ['the last hop although X-Forwarded-For arrives', 'proxy-untrusted', () => ({ ip: correct.peer })],
  ['a decoded path', 'encoded-slash', (_headers, url) => ({ arrived: url.replace('/a%2Fb', '/a/b') })],
  ['no query', 'query-dropped', (_headers, url) => ({ arrived: url.split('?', 1)[0] ?? '' })],
  ['the setting that the ingress strips', 'prefix-kept', () => ({ ingressStripsPrefix: true })],
  [
    // This machine is a trusted proxy of the BFF, so the browser's own value counts.
    'an address that the ingress appends to the one of a trusted client',
    undefined,
    ({ 'x-forwarded-for': sent }) =>
      sent === FORGED['x-forwarded-for']
        ? { ip: sent, headers: { 'x-forwarded-for': `${sent}, ${correct.ip}` } }
        : {},
  ],
  [
    'whatever a client on the same machine sends, without a proxy',
    undefined,
    (headers) => ({
      scheme: [headers['x-forwarded-proto'] ?? 'http'].join(),
      ip: [headers['x-forwarded-for'] ?? '127.0.0.1'].join(),
      peer: '127.0.0.1',
      headers: {},
    }),
  ],
])('an echo with %s: %s', async ([, finds, echo]) => {
  const rest = finds === 'prefix-kept' ? [] : ECHO_ONLY;
  expect(await findingsAt({ tamper: echoing(echo) })).toEqual([...(finds ? [finds] : []), ...rest]);
});

test.for<[finds: FindingId, tamper: Tamper]>([
  ['html-for-asset', at(/gone/, foreign(200))],
  ['html-for-call', at(/api\/nope/, foreign(404))],
  ['security-headers-dropped', drop('permissions-policy')],
  ['security-headers-doubled', set('referrer-policy', ['same-origin', 'no-referrer'])],
  ['validators-lost', drop('etag')],
  ['cached-in-front', set('x-request-id', 'always-the-same')],
  ['not-routed', foreign(404)],
  ['not-routed', foreign(200)],
  ['no-answer', foreign(502)],
  [
    'bff-unreachable',
    at(/\/api\//, (reply) => {
      reply.status = 502;
      reply.headers['content-type'] = 'application/problem+json';
      reply.body = JSON.stringify({ code: 'bad-upstream', requestId: 'r', status: 502 });
    }),
  ],
])('%s is found without diagnostics', async ([finds, tamper]) => {
  expect(await findingsAt({ tamper })).toEqual([finds]);
});

test('after a basic finding no other check runs', async () => {
  await using target = await openReferenceTarget({ tamper: foreign(404) });
  const outcomes = await runChecks(target);
  expect(outcomes.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
  const rest = outcomes.slice(1).map(({ outcome, detail }) => `${outcome} ${detail}`);
  expect(new Set(rest)).toEqual(new Set(['not-observable not checked: fix not-routed first']));
});

test("every finding has hop, setting and remedy, each of one line, in every proxy's words", () => {
  for (const id of Object.keys(findings) as FindingId[])
    for (const proxy of ingressProxies) {
      const { hop, setting, remedy } = diagnose({ id, symptom: '' }, proxy);
      expect([id, hop, setting].every((text) => /^[^\n]+$/.test(text))).toBe(true);
      expect(remedy).toMatch(/^[^\n]+\.$/);
    }
});
