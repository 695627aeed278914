import { expect, test } from 'vitest';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { Status } from '@web/bff/contract/calls/status';
import { limits } from '@web/bff/platform/contract/limits';
import { bytes, events } from '@web/bff/platform/contract/content';
import type { Call, Calls } from '@web/bff/platform/contract/call';
import { callLocations } from '#platform/start/call-locations.ts';

const call: Call = { id: 'x', summary: '', permission: 'x', responses: {}, errors: [] };

const locationsOf = (calls: Calls) =>
  [...callLocations(calls).matchAll(/location ~ "(.*)" \{([^}]*)\}/g)].map(([, pattern, rules = '']) => [
    pattern,
    ...Array.from(rules.matchAll(/(?:body_size|timeout) (\w+);/g), ([, value]) => value),
  ]);

test('calls with a stream, or with a larger body or a longer deadline than the default, get one location per path', () => {
  const calls = {
    'GET /a': call,
    'POST /b': { ...call, bodyBytes: 10, deadlineMs: limits.CALL_MS },
    'POST /scans': { ...call, bodyBytes: 20 * limits.BODY_BYTES, deadlineMs: 120_000 },
    'PUT /scans': { ...call, bodyBytes: 30 * limits.BODY_BYTES },
    'GET /report.csv': { ...call, deadlineMs: 90_000 },
    'GET /news': { ...call, responses: { 200: events(Status) } },
    'GET /picture': { ...call, responses: { 200: bytes('image/png') } },
  };
  const body = String(limits.BODY_BYTES);
  expect(locationsOf(calls)).toEqual([
    [`^${BASE_PATH}/api/news$`, body, `${limits.STREAM_SILENCE_MS}ms`],
    [`^${BASE_PATH}/api/picture$`, body, `${limits.STREAM_SILENCE_MS}ms`],
    [String.raw`^${BASE_PATH}/api/report\.csv$`, body, '91000ms'],
    [`^${BASE_PATH}/api/scans$`, String(30 * limits.BODY_BYTES), '121000ms'],
  ]);
});

test('the more specific of two matching locations comes first', () => {
  const paths = ['/files/:id', '/files/new', '/files/:id/parts', '/:kind/new'];
  const large = { ...call, bodyBytes: 2 * limits.BODY_BYTES };
  const calls = Object.fromEntries(paths.map((path) => [`PUT ${path}`, large]));
  const sorted = ['files/.+/parts', 'files/new', 'files/.+', '.+/new'];
  expect(locationsOf(calls).map(([pattern]) => pattern)).toEqual(
    sorted.map((path) => `^${BASE_PATH}/api/${path}$`),
  );
});
