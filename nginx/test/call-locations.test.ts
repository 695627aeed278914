import { expect, test } from 'vitest';
import { limits } from '@web/bff/contract/constants';
import type { Call, Calls } from '@web/bff/contract/kit/call';
import { callLocations } from '../start/call-locations.ts';

const call: Call = { id: 'x', summary: '', permission: 'x', ok: {}, errors: [] };

/** Each location's pattern, with its limits. */
const locationsOf = (calls: Calls) =>
  [...callLocations(calls).matchAll(/location ~ "(.*)" \{([^}]*)\}/g)].map(([, pattern, rules = '']) => [
    pattern,
    ...Array.from(rules.matchAll(/(?:size|timeout) (\w+);/g), ([, value]) => value),
  ]);

test('calls without limits of their own, or with smaller ones, need no location', () => {
  const small = { ...call, bodyBytes: 10, deadlineMs: limits.CALL_MS };
  expect(callLocations({ 'GET /x': call, 'POST /x': small })).toBe('');
});

test('a larger body or a longer deadline is a location; all methods of a path share one', () => {
  const calls = {
    'GET /a': call,
    'POST /scans': { ...call, bodyBytes: 20_000_000, deadlineMs: 120_000 },
    'PUT /scans': { ...call, bodyBytes: 30_000_000 },
    'GET /report.csv': { ...call, deadlineMs: 90_000 },
  };
  expect(locationsOf(calls)).toEqual([
    [String.raw`^/web/api/report\.csv$`, '1048576', '100000ms'],
    ['^/web/api/scans$', '30000000', '130000ms'],
  ]);
});

test('of two locations that match, the more precise one comes first', () => {
  const paths = ['/files/:id', '/files/new', '/files/:id/parts', '/:kind/new'];
  const calls = Object.fromEntries(paths.map((path) => [`PUT ${path}`, { ...call, bodyBytes: 2_000_000 }]));
  expect(locationsOf(calls).map(([pattern]) => pattern)).toEqual([
    '^/web/api/files/.+/parts$',
    '^/web/api/files/new$',
    '^/web/api/files/.+$',
    '^/web/api/.+/new$',
  ]);
});
