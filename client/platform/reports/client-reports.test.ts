import { ClientReport } from '@web/bff/platform/contract/client-report';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';

const isReport = new Ajv2020().compile({ ...ClientReport, additionalProperties: false });
let page: EventTarget;
let report: (kind: ClientReport['kind'], error: unknown) => void;
let sent: { address: string; body: Blob }[];

beforeEach(async () => {
  vi.resetModules();
  page = new EventTarget();
  sent = [];
  vi.stubGlobal('document', { documentElement: { dataset: { build: 'abc' } } });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', {
    sendBeacon: (address: string, body: Blob) => sent.push({ address, body }) > 0,
  });
  const { reportError, reportScreen } = await import('./client-reports.ts');
  reportScreen(() => '/things/:thingId');
  report = reportError;
});
afterEach(() => vi.unstubAllGlobals());

const happen = (type: string, fields: object) => page.dispatchEvent(Object.assign(new Event(type), fields));
const reports = () =>
  Promise.all(sent.map(async ({ body }) => JSON.parse(await body.text()) as ClientReport));

test('an error, an unhandled rejection and a failed chunk are reported with their kinds', async () => {
  happen('error', { error: new TypeError('x is undefined'), message: 'Uncaught' });
  happen('error', { error: null, message: 'Script error.' });
  happen('unhandledrejection', { reason: 'no' });
  happen('vite:preloadError', { payload: new Error('gone') });
  const place = { screen: '/things/:thingId', build: 'abc' };
  expect(await reports()).toMatchObject([
    { ...place, kind: 'error', message: 'x is undefined', stack: expect.stringContaining('TypeError') },
    { ...place, kind: 'error', message: 'Script error.' },
    { ...place, kind: 'unhandled-rejection', message: 'no' },
    { ...place, kind: 'chunk', message: 'gone' },
  ]);
  const addresses = sent.map(({ address, body }) => `${address} ${body.type}`);
  expect(new Set(addresses)).toEqual(new Set([`${BASE_PATH}/api/client-reports application/json`]));
});

test('a report matches the contract’s schema, also for a very long error', async () => {
  report('error', Object.assign(new Error('x'.repeat(10_000)), { stack: 'y'.repeat(10_000) }));
  report('chunk', undefined);
  for (const sentReport of await reports())
    expect([isReport(sentReport), isReport.errors]).toEqual([true, null]);
  expect(sent).toHaveLength(2);
});

test('an error is reported once, and at most five errors are reported per page', () => {
  for (const _round of [1, 2, 3]) report('error', new Error('again'));
  expect(sent).toHaveLength(1);
  for (const round of [1, 2, 3, 4, 5, 6]) report('error', new Error(`trouble ${round}`));
  expect(sent).toHaveLength(5);
});

test('reporting does not throw for an error whose message is missing or not a string, or if the browser has no sendBeacon', () => {
  expect(() => report('error', Object.create(null))).not.toThrow();
  expect(() => report('error', { message: 7 })).not.toThrow();
  vi.stubGlobal('navigator', {});
  expect(() => report('error', new Error('no beacon'))).not.toThrow();
});
