import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { at, drop, set } from '../test/planting.ts';
import { openReferenceTarget, type Setting } from '../test/reference-target.ts';
import type { Echo } from './echo.ts';
import { diagnoses, examine } from './run-checks.ts';
import { findings, type FindingId } from './findings.ts';
import { isLoopback } from './forwarded.ts';

async function findingsAt(setting: Setting): Promise<FindingId[]> {
  await using target = await openReferenceTarget(setting);
  return (await examine(target)).flatMap(({ finding }) => finding?.id ?? []);
}

const told: Echo = {
  arrived: '/web/api/diagnostics/echo',
  scheme: 'http',
  host: '127.0.0.1',
  ip: '203.0.113.7',
  peer: '10.0.0.7',
  headers: { 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.7' },
  ingressStripsPrefix: false,
};

/** A target with DIAGNOSTICS=true, as far as the echo goes: what it tells of each request. */
const telling =
  (echo: (headers: IncomingHttpHeaders) => Partial<Echo>): NonNullable<Setting['tamper']> =>
  (reply, { url = '', headers }) => {
    if (!url.includes('/diagnostics/echo')) return;
    reply.status = 200;
    const arrived = { arrived: url, host: headers.host };
    reply.body = JSON.stringify({ ...told, ...arrived, ...echo(headers) });
  };

/** What somebody else answers. */
const foreign =
  (status: number): NonNullable<Setting['tamper']> =>
  (reply) => {
    reply.status = status;
    reply.headers = { 'content-type': 'text/html' };
    reply.body = '<!doctype html><div id="root">Something else</div>';
  };

/** What the reference target does not answer with diagnostics on. */
const ECHO_ALONE = ['events-buffered', 'upgrade-refused', 'timeout-in-front'];

test.for<Setting>([{}, { base: '/portal/x' }, { ownsOrigin: false }])(
  'a target that behaves yields no finding: %j',
  async (setting) => {
    expect(await findingsAt(setting)).toEqual([]);
  },
);

test('what an honest ingress tells yields no finding', async () => {
  expect(await findingsAt({ tamper: telling(() => ({})) })).toEqual(ECHO_ALONE);
});

const forged = { 'x-forwarded-for': '203.0.113.9' };

describe.each<{ it: string; finds: FindingId; echo: Parameters<typeof telling>[0] }>([
  { it: 'another scheme', finds: 'scheme-lost', echo: () => ({ scheme: 'https', headers: {} }) },
  {
    it: 'the scheme that the browser writes',
    finds: 'scheme-forgeable',
    echo: (headers) => ({ scheme: [headers['x-forwarded-proto'] ?? 'http'].join() }),
  },
  {
    it: 'the last hop for the browser',
    finds: 'client-lost',
    echo: () => ({ ip: told.peer, headers: { via: '1.1 x' } }),
  },
  {
    it: 'the address that the browser writes',
    finds: 'client-forgeable',
    echo: (headers) => (headers['x-forwarded-for'] ? { ip: forged['x-forwarded-for'], headers: forged } : {}),
  },
  { it: 'an inner host', finds: 'host-lost', echo: () => ({ host: 'inner:8080' }) },
  {
    it: 'the last hop in spite of what that tells',
    finds: 'proxy-untrusted',
    echo: () => ({ ip: told.peer }),
  },
  {
    it: 'a decoded address',
    finds: 'encoded-slash',
    echo: () => ({ arrived: '/web/api/diagnostics/echo/a/b c' }),
  },
  { it: 'that it believes in stripping', finds: 'prefix-kept', echo: () => ({ ingressStripsPrefix: true }) },
])('an echo that tells $it', ({ finds, echo }) => {
  test(`is ${finds}`, async () => {
    const expected = finds === 'prefix-kept' ? [finds] : [finds, ...ECHO_ALONE];
    expect(await findingsAt({ tamper: telling(echo) })).toEqual(expected);
  });
});

test("an address that is appended is believed only since this machine's own is trusted, which is no fault", async () => {
  const echo = (headers: IncomingHttpHeaders) => {
    const { 'x-forwarded-for': sent } = headers;
    return sent === forged['x-forwarded-for']
      ? { ip: sent, headers: { 'x-forwarded-for': `${sent}, ${told.ip}` } }
      : {};
  };
  expect(await findingsAt({ tamper: telling(echo) })).toEqual(ECHO_ALONE);
});

test.for<{ finds: FindingId; tamper: NonNullable<Setting['tamper']> }>([
  { finds: 'html-for-asset', tamper: at(/gone/, foreign(200)) },
  { finds: 'html-for-call', tamper: at(/api\/nope/, foreign(404)) },
  { finds: 'security-headers-dropped', tamper: drop('permissions-policy') },
  { finds: 'security-headers-doubled', tamper: set('referrer-policy', ['same-origin', 'no-referrer']) },
  { finds: 'validators-lost', tamper: drop('etag') },
  { finds: 'cached-in-front', tamper: set('x-request-id', 'one-and-the-same') },
  { finds: 'not-routed', tamper: at(/^/, foreign(404)) },
  { finds: 'not-routed', tamper: at(/^/, foreign(200)) },
  { finds: 'no-answer', tamper: at(/^/, foreign(502)) },
  {
    finds: 'bff-unreachable',
    tamper: at(/\/api\//, (reply) => {
      reply.status = 502;
      reply.headers['content-type'] = 'application/problem+json';
      reply.body = JSON.stringify({ code: 'bad-upstream', requestId: 'r', status: 502 });
    }),
  },
])('$finds is found without diagnostics', async ({ finds, tamper }) => {
  expect(await findingsAt({ tamper })).toEqual([finds]);
});

test('on its own machine, with nobody in between, the application may be told anything', async () => {
  const echo = (headers: IncomingHttpHeaders) => ({
    scheme: [headers['x-forwarded-proto'] ?? 'http'].join(),
    ip: [headers['x-forwarded-for'] ?? '127.0.0.1'].join(),
    peer: '127.0.0.1',
    headers: {},
  });
  expect(await findingsAt({ tamper: telling(echo) })).toEqual(ECHO_ALONE);
});

test('what a basic finding explains is not looked at', async () => {
  await using target = await openReferenceTarget({ tamper: at(/^/, foreign(404)) });
  const examined = await examine(target);
  expect(examined.map(({ id }) => id)).toEqual(diagnoses.map(({ id }) => id));
  const rest = examined.slice(1).map(({ outcome, detail }) => `${outcome} ${detail}`);
  expect(new Set(rest)).toEqual(new Set(['not-observable not looked at: not-routed comes first']));
});

test('every finding says who, what to set and why, in a line each', () => {
  for (const [id, { hop, setting, remedy }] of Object.entries(findings)) {
    expect([id, hop, setting].every((text) => /^[^\n]+$/.test(text))).toBe(true);
    expect(remedy).toMatch(/^[^\n]+\.$/);
  }
});

test.for([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.9', true],
  ['10.0.0.1', false],
  ['host.example', false],
] as const)('%s is this machine itself: %s', ([ip, is]) => {
  expect(isLoopback(ip)).toBe(is);
});
