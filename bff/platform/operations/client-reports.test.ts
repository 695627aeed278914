import { expect, test } from 'vitest';
import { logEntries, testApp } from '#platform/test/test-app.ts';
import { CLIENT_REPORTS_PATH } from '#platform/contract/client-report.ts';
import { limits } from '#platform/contract/limits.ts';
import { readable } from './logging.ts';

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

const cspReport = {
  'document-uri': 'https://host/web/things/1?q=hunter2',
  'blocked-uri': 'https://evil.example/x?q=hunter2',
  'effective-directive': 'img-src',
  'violated-directive': 'img-src',
  'source-file': 'https://host/web/assets/a.js?q=hunter2',
  'line-number': 7,
  'script-sample': 'hunter2',
  referrer: 'https://host/?q=hunter2',
};
const injected = { level: 'fatal', request_id: 'forged', subject: 'ada', kind: 'label', message: 'x' };

test.each([
  ['a CSP report', { 'csp-report': cspReport }],
  ['a CSP report with additional members', { 'csp-report': { ...cspReport, ...injected }, ...injected }],
])('%s is logged and counted, without queries, samples and additional members', async (_title, payload) => {
  const { app, entries, send } = await reporting();
  const reply = await send('Application/CSP-Report; charset=utf-8', payload);
  expect(reply.statusCode).toBe(204);
  expect(entries).toEqual([
    { ...expected, level: 'warn', request_id: reply.headers['x-request-id'], ...ownFields },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/hunter2/);
  const metrics = await app.metrics.metrics();
  expect(metrics).toContain('client_reports_total{kind="policy"} 1');
  expect(metrics).not.toContain('label');
});

test('control characters of a report are escaped in the log and on a terminal', async () => {
  let line = '';
  const app = await testApp({ logLevel: 'warn' }, { logTo: { write: (text) => void (line += text) } });
  const message = 'x\u001b[2J\u009b2J\u007f\r\nERROR forged';
  await app.inject({ method: 'POST', url: CLIENT_REPORTS_PATH, payload: { ...report, message } });
  expect(line).not.toMatch(/(?!\n$)\p{Cc}/u);
  expect(JSON.parse(line)).toMatchObject({ message });
  const shown = readable(line);
  expect(shown).not.toMatch(/(?!\n$)\p{Cc}/u);
  expect(shown).toContain('message=x\\u001b[2J\\u009b2J\\u007f\\r\\nERROR forged');
});

test.each([
  ['kind and no message', 'application/csp-report', { kind: 'error' }, 422],
  ['a csp-report that is not an object', 'application/csp-report', { 'csp-report': null }, 422],
  [
    'a long directive',
    'application/csp-report',
    { 'csp-report': { 'effective-directive': 'x'.repeat(101) } },
    422,
  ],
  ['the body null', 'application/csp-report', null, 422],
  ['an unknown kind', 'application/json', { ...report, kind: 'love letter' }, 422],
  ['the format of `report-to`', 'application/reports+json', [{ type: 'csp-violation', body: {} }], 415],
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
