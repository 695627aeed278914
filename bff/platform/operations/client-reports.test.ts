import { expect, test } from 'vitest';
import { logEntries, testApp } from '#platform/test/test-app.ts';
import { CLIENT_REPORTS_PATH } from '#platform/contract/client-report.ts';
import { limits } from '#platform/contract/limits.ts';

const report = { kind: 'error', message: 'x is undefined', screen: '/things/:thingId', build: 'abc' };

async function reporting() {
  const { entries, stream } = logEntries();
  const app = await testApp({ logLevel: 'warn' }, { logTo: stream });
  const send = (type: string, payload: unknown, remoteAddress = '203.0.113.9') =>
    app.inject({
      method: 'POST',
      url: CLIENT_REPORTS_PATH,
      headers: { 'content-type': type },
      payload: JSON.stringify(payload),
      remoteAddress,
    });
  return { app, entries, send };
}

test('an error report is logged with build and screen, without queries or the client’s address', async () => {
  const { entries, send } = await reporting();
  const stack = 'at f (https://host/web/assets/a.js?t=hunter2:1:2)\nat /web/things/1#hunter2';
  const reply = await send('application/json', {
    ...report,
    message: 'GET /web/x?mail=a@hunter2 failed: why?',
    stack,
  });
  expect([reply.statusCode, reply.body]).toEqual([204, '']);
  expect(entries).toEqual([
    expect.objectContaining({
      msg: 'client report',
      kind: 'error',
      build: 'abc',
      screen: '/things/:thingId',
      message: 'GET /web/x failed: why?',
      stack: 'at f (https://host/web/assets/a.js)\nat /web/things/1',
      request_id: reply.headers['x-request-id'],
    }),
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/hunter2|203\.0\.113/);
});

const expected = {
  msg: 'client report',
  kind: 'policy',
  directive: 'img-src',
  blocked: 'https://evil.example/x',
  screen: '/web/things/1',
  source: 'https://host/web/assets/a.js',
  line: 7,
};

const ownFields = { time: expect.any(String), trace_id: expect.any(String) };

const oldFormat = {
  'csp-report': {
    'document-uri': 'https://host/web/things/1?q=hunter2',
    'blocked-uri': 'https://evil.example/x?q=hunter2',
    'violated-directive': 'img-src',
    'source-file': 'https://host/web/assets/a.js?q=hunter2',
    'line-number': 7,
    'script-sample': 'hunter2',
    referrer: 'https://host/?q=hunter2',
  },
};
const newFormat = {
  type: 'csp-violation',
  age: 10,
  url: 'https://host/web/things/1?q=hunter2',
  user_agent: 'Mozilla/5.0',
  body: {
    documentURL: 'https://host/web/things/1?q=hunter2',
    blockedURL: 'https://evil.example/x?q=hunter2',
    effectiveDirective: 'img-src',
    sourceFile: 'https://host/web/assets/a.js',
    lineNumber: 7,
    sample: 'hunter2',
  },
};

test.each([
  ['a CSP report in the old format', 'application/csp-report', oldFormat, 1],
  ['a batch of 9 in the new format', 'application/reports+json', Array(9).fill(newFormat), 5],
  ['one report in the new format, as WebKit sends it,', 'application/csp-report', newFormat, 1],
  ['one report without an array', 'Application/Reports+JSON; charset=utf-8', newFormat, 1],
  [
    'a batch with other types of reports',
    'application/reports+json',
    [{ type: 'deprecation', body: { id: 'x' } }, newFormat, { type: 'crash' }],
    1,
  ],
])('%s produces at most 5 log lines', async (_title, type, payload, logged) => {
  const { app, entries, send } = await reporting();
  expect((await send(type, payload)).statusCode).toBe(204);
  expect(await app.metrics.metrics()).toContain(`client_reports_total{kind="policy"} ${logged}`);
  expect(entries).toEqual(Array(logged).fill(expect.objectContaining(expected)));
  expect(JSON.stringify(entries)).not.toMatch(/hunter2|Mozilla/);
});

const injected = { level: 'fatal', request_id: 'forged', subject: 'ada', kind: 'label' };

test.each([
  [
    'beside a CSP report in the old format',
    'application/csp-report',
    { ...oldFormat, ...injected, message: 'x' },
  ],
  [
    'within a CSP report in the old format',
    'application/csp-report',
    { 'csp-report': { ...oldFormat['csp-report'], ...injected } },
  ],
  [
    'beside the body of a report in the new format',
    'application/reports+json',
    [{ ...newFormat, ...injected, message: 'x' }],
  ],
  [
    'within the body of a report in the new format',
    'application/reports+json',
    { ...newFormat, body: { ...newFormat.body, ...injected } },
  ],
  ['beside a report in both formats', 'application/csp-report', { ...newFormat, ...oldFormat, ...injected }],
])('additional fields %s reach neither the log nor the label of a metric', async (_what, type, payload) => {
  const { app, entries, send } = await reporting();
  const reply = await send(type, payload);
  expect(reply.statusCode).toBe(204);
  expect(entries).toEqual([
    { ...expected, level: 'warn', request_id: reply.headers['x-request-id'], ...ownFields },
  ]);
  expect(await app.metrics.metrics()).not.toContain('label');
});

test.each([
  ['kind and no message', 'application/csp-report', { kind: 'error' }, 422],
  [
    'a csp-report that is not an object',
    'application/csp-report',
    { 'csp-report': null, type: 1, body: {} },
    422,
  ],
  ['a violation without a body', 'application/reports+json', [{ type: 'csp-violation' }], 422],
  [
    'a long directive',
    'application/reports+json',
    { type: 'csp-violation', body: { effectiveDirective: 'x'.repeat(101) } },
    422,
  ],
  ['the body null', 'application/reports+json', null, 422],
  ['an unknown kind', 'application/json', { ...report, kind: 'love letter' }, 422],
  ['an invalid batch', 'application/reports+json', [{ body: {} }], 422],
  ['another media type', 'text/plain', report, 415],
  [
    'a body over the limit',
    'application/json',
    { ...report, stack: 'x'.repeat(limits.CLIENT_REPORT_BYTES) },
    413,
  ],
])('a client report with %s is rejected and not logged', async (_what, type, payload, status) => {
  const { entries, send } = await reporting();
  const reply = await send(type, payload);
  expect([reply.statusCode, entries]).toEqual([status, []]);
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
});

test('client reports from one IPv6 /64 share one rate limit, whatever their address and port', async () => {
  const { send } = await reporting();
  const addresses = (sent: number) => (sent % 2 ? `2001:db8::${sent}` : `[2001:db8::1]:${5_000 + sent}`);
  for (let sent = 0; sent < limits.CLIENT_REPORTS_PER_MINUTE; sent += 1)
    expect((await send('application/json', report, addresses(sent))).statusCode).toBe(204);
  expect((await send('application/json', report, '2001:db8::ffff')).statusCode).toBe(429);
});

test('reports beyond CLIENT_REPORTS_PER_MINUTE from one IP address get 429, and are not logged', async () => {
  const { entries, send } = await reporting();
  for (let sent = 0; sent < limits.CLIENT_REPORTS_PER_MINUTE; sent += 1)
    expect((await send('application/json', report)).statusCode).toBe(204);
  const reply = await send('application/json', report);
  expect(reply.json()).toMatchObject({ code: 'too-many-requests', status: 429 });
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(entries).toHaveLength(limits.CLIENT_REPORTS_PER_MINUTE);
  expect((await send('application/json', report, '203.0.113.10')).statusCode).toBe(204);
});
