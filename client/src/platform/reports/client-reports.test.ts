import { ClientReport } from '@web/bff/contract/kit/client-report';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const isReport = new Ajv2020().compile({ ...ClientReport, additionalProperties: false });
let page: EventTarget;
let sent: { address: string; body: Blob }[];

beforeEach(() => {
  vi.resetModules();
  page = new EventTarget();
  sent = [];
  vi.stubGlobal('document', { documentElement: { dataset: { build: 'abc' } } });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', {
    sendBeacon: (address: string, body: Blob) => sent.push({ address, body }) > 0,
  });
});

afterEach(() => vi.unstubAllGlobals());

const install = async () => {
  const { installClientReports, reportError } = await import('./client-reports.ts');
  installClientReports(() => '/things/:thingId');
  return reportError;
};
const happen = (type: string, fields: object) => page.dispatchEvent(Object.assign(new Event(type), fields));
const reports = () =>
  Promise.all(sent.map(async ({ body }) => JSON.parse(await body.text()) as ClientReport));

test('an error, an unhandled rejection and a chunk that cannot be loaded are reported, each with its kind', async () => {
  await install();
  happen('error', { error: new TypeError('x is undefined'), message: 'Uncaught' });
  happen('error', { error: null, message: 'Script error.' });
  happen('unhandledrejection', { reason: 'no' });
  happen('vite:preloadError', { payload: new Error('gone') });
  expect(await reports()).toMatchObject([
    { kind: 'error', message: 'x is undefined', stack: expect.stringContaining('TypeError') },
    { kind: 'error', message: 'Script error.' },
    { kind: 'unhandled-rejection', message: 'no' },
    { kind: 'chunk', message: 'gone' },
  ]);
  for (const report of await reports())
    expect(report).toMatchObject({ screen: '/things/:thingId', build: 'abc' });
  expect(sent.map(({ address, body }) => `${address} ${body.type}`)).toEqual(
    Array(4).fill('/web/api/client-reports application/json'),
  );
});

test('every report fits the contract’s schema, however long the error', async () => {
  const report = await install();
  const long = new Error('x'.repeat(10_000));
  long.stack = 'y'.repeat(10_000);
  report('error', long);
  report('chunk', undefined);
  const all = await reports();
  expect(all).toHaveLength(2);
  for (const one of all) expect([isReport(one), isReport.errors]).toEqual([true, null]);
});

test('the same error is reported once, and a page sends at most five reports', async () => {
  const report = await install();
  for (let round = 0; round < 3; round += 1) report('error', new Error('again'));
  expect(sent).toHaveLength(1);
  for (let round = 0; round < 9; round += 1) report('error', new Error(`trouble ${round}`));
  expect(sent).toHaveLength(5);
});

test('a report that cannot be sent throws nothing', async () => {
  const report = await install();
  expect(() => report('error', Object.create(null))).not.toThrow();
  expect(() => report('error', { message: 7 })).not.toThrow();
  vi.stubGlobal('navigator', {});
  expect(() => report('error', new Error('no beacon'))).not.toThrow();
});
