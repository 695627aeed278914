import { execFile } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { allCases } from '../cases/all.ts';
import { describeTarget } from './describe-response.ts';
import { observedByTests } from './observed-by-tests.ts';
import { plantedFaults } from './planted-faults.ts';
import { at, drop, redirect, status } from './tamper.ts';
import { openTampered, type Setting } from './tampered-target.ts';
import { runCases } from '../run-cases.ts';

let bff: RunningBff;

beforeAll(async () => {
  bff = await startBff();
});

afterAll(() => bff.stop());

const origin = () => `http://127.0.0.1:${bff.port}`;

async function failuresAt(setting: Setting, ids?: readonly string[]): Promise<string[]> {
  await using target = await openTampered(origin(), setting);
  const cases = allCases.filter(({ id }) => ids?.includes(id) ?? true);
  const results = await runCases(target, cases);
  return results.flatMap(({ outcome, id, detail }) => (outcome === 'failed' ? `${id} ${detail ?? ''}` : []));
}

function command(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const main = `${import.meta.dirname}/../main.ts`;
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const elsewhere = Object.values(observedByTests).flat();
const ids = [...allCases.map(({ id }) => id), ...elsewhere.map((name) => name.split(' ', 1)[0] ?? '')];

test('every number from 1 to 41 has a case', () => {
  const numbers = new Set(ids.map((id) => Number.parseInt(id, 10)).toSorted((one, other) => one - other));
  expect([...numbers]).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
});

test('no two cases share an id, and titles are sentences', () => {
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title } of allCases) {
    expect(id).toMatch(/^\d+[a-z]?$/);
    expect(title).toMatch(/^\S+( \S+){2,}\.$/);
  }
});

test.for<Setting>([{}, { ownsOrigin: false }])('a correct target passes every case: %j', async (setting) => {
  expect(await failuresAt(setting)).toEqual([]);
});

test('every case that a client can observe has a planted fault', () => {
  const planted = new Set([...plantedFaults.flatMap(({ ids }) => ids), '1e']);
  expect(allCases.map(({ id }) => id).filter((id) => !planted.has(id))).toEqual([]);
});

test.for(plantedFaults)('$ids finds $fault', async ({ ids, tamper }) => {
  const failures = await failuresAt({ tamper }, ids);
  expect(failures.map((failure) => failure.split(' ')[0])).toEqual(ids);
  for (const failure of failures) expect(failure).toContain('http://127.0.0.1');
});

test('1e finds an entry that is missing behind a stripping ingress', async () => {
  const setting = { ownsOrigin: false, stripped: true, tamper: at(/^\/web\?/, status(404)) };
  expect(await failuresAt(setting, ['1e'])).toHaveLength(1);
});

test('equal targets have equal descriptions, and a missing header field shows', async () => {
  await using target = await openTampered(origin());
  await using twin = await openTampered(origin(), { tamper: at(/^\/web\/index\.html$/, drop('etag')) });
  const [one, other] = [await describeTarget(target), await describeTarget(twin)];
  const differing = Object.keys(one).filter((request) => !isDeepStrictEqual(one[request], other[request]));
  expect(differing).toEqual(['GET /web/index.html']);
});

test('the command reports that every case passed, and exits with 0', async () => {
  await using target = await openTampered(origin());
  const { code, stdout, stderr } = await command('--whole-origin', `${target.origin}/web/`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^Without DIAGNOSTICS only the cases are checked \(--help\).\n\n\d+ cases passed, 0 failed, \d+ not observable\n$/,
  );
});

test('without --whole-origin the command does not judge the rest of the origin', async () => {
  await using target = await openTampered(origin(), { tamper: at(/^(?!\/web)/, status(200)) });
  const { code, stdout } = await command(`${target.origin}/web`, '--verbose');
  expect(code).toBe(0);
  expect(stdout).toContain('– 12               Nothing is served outside the base path.');
  expect((await command(`${target.origin}/web`)).stdout).not.toContain('–');
});

test('a URL that redirects to its own TLS is checked there', async () => {
  await using target = await openTampered(origin(), { tamper: redirect(301, 'https://127.0.0.1:1/web/') });
  const { code, stdout, stderr } = await command(`${target.origin}/web`);
  expect(code).toBe(1);
  expect(stdout).toBe(`${target.origin} redirects to https://127.0.0.1:1, which is checked instead.\n\n`);
  expect(stderr).toContain('GET https://127.0.0.1:1/web/: connect ECONNREFUSED');
});

test('the command reports failures as JSON, and exits with 1', async () => {
  await using target = await openTampered(origin(), { tamper: drop('referrer-policy') });
  const { code, stdout } = await command(`${target.origin}/web`, '--json');
  expect(code).toBe(1);
  const { cases } = JSON.parse(stdout) as Record<'cases', { id: string }[]>;
  expect(cases.find(({ id }) => id === '32a')).toMatchObject({
    outcome: 'failed',
    detail: expect.stringContaining(`${target.origin}/web/: expected referrer-policy exactly once`),
  });
});

test.for([
  { args: [], message: 'no URL given' },
  { args: ['web'], message: 'web: not a URL' },
  { args: ['ftp://host/web'], message: 'ftp://host/web: neither http nor https' },
  { args: ['http://host/web?x=1'], message: 'http://host/web?x=1: has a query' },
  { args: ['http://host/web#x'], message: 'http://host/web#x: has a fragment' },
  { args: ['http://host/'], message: 'http://host/: has no base path' },
  { args: ['http://host/web', '--ingress', 'squid'], message: '--ingress squid: unknown proxy' },
  { args: ['http://host/web', '--ingress'], message: "Option '--ingress <value>' argument missing" },
  { args: ['http://host/web', '--fast'], message: "Unknown option '--fast'" },
  { args: ['http://host/web', 'http://host/x'], message: 'http://host/x: more than one URL' },
])('wrong usage is one line, and exits with 2: $message', async ({ args, message }) => {
  const { code, stderr } = await command(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^[^\n]*expected[^\n]*\n$/);
});

test('a host that does not respond is one line, and exits with 1', async () => {
  const { code, stdout, stderr } = await command('http://127.0.0.1:1/web');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('GET http://127.0.0.1:1/web/: connect ECONNREFUSED 127.0.0.1:1\n');
});
