import { execFile } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { allCases } from '../cases/all.ts';
import { describeTarget } from '../describe-response.ts';
import { diagnose } from '../doctor/findings.ts';
import { ingressProxies } from '../doctor/ingress-proxies.ts';
import { plantedFaults } from './planted-faults.ts';
import { at, drop, html, redirect, set, status } from './tamper.ts';
import { openReferenceTarget, type Setting } from './reference-target.ts';
import { runCases } from '../run-cases.ts';

async function failuresAt(setting: Setting, ids?: readonly string[]): Promise<string[]> {
  await using target = await openReferenceTarget(setting);
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

test('every number from 1 to 41 has a case', () => {
  const numbers = new Set(allCases.map(({ id }) => Number.parseInt(id, 10)));
  expect([...numbers]).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
});

test('no two cases share an id, and titles are sentences', () => {
  expect(new Set(allCases.map(({ id }) => id)).size).toBe(allCases.length);
  for (const { id, title } of allCases) {
    expect(id).toMatch(/^\d+[a-z]?$/);
    expect(title).toMatch(/^\S+( \S+){2,}\.$/);
  }
});

test.for<Setting>([{}, { base: '/portal/x' }, { ownsOrigin: false }, { ownsOrigin: false, stripped: true }])(
  'a correct target passes every case: %j',
  async (setting) => {
    expect(await failuresAt(setting)).toEqual([]);
  },
);

test('every case that a client can observe has a planted fault', () => {
  const planted = new Set([...plantedFaults.flatMap(({ ids }) => ids), '1e', '14d', '14e']);
  const outside = allCases.filter(({ seen }) => seen === 'outside').map(({ id }) => id);
  expect(outside.filter((id) => !planted.has(id))).toEqual([]);
});

test.for(plantedFaults)('$ids finds $fault', async ({ ids, tamper }) => {
  const failures = await failuresAt({ tamper }, ids);
  expect(failures.map((failure) => failure.split(' ')[0])).toEqual(ids);
  for (const failure of failures) expect(failure).toContain('http://127.0.0.1');
});

test('14d and 14e find a missing limit of header fields and URLs', async () => {
  expect(await failuresAt({ headersBytes: 1_000_000 }, ['14d', '14e'])).toHaveLength(2);
});

test('1e finds an entry that is missing behind a stripping ingress', async () => {
  const setting = { ownsOrigin: false, stripped: true, tamper: at(/^\/web\?/, status(404)) };
  expect(await failuresAt(setting, ['1e'])).toHaveLength(1);
});

test('equal targets have equal descriptions, and a missing header field shows', async () => {
  await using target = await openReferenceTarget();
  await using twin = await openReferenceTarget({ tamper: at(/^\/web\/index\.html$/, drop('etag')) });
  const [one, other] = [await describeTarget(target), await describeTarget(twin)];
  const differing = Object.keys(one).filter((request) => !isDeepStrictEqual(one[request], other[request]));
  expect(differing).toEqual(['GET /web/index.html']);
});

test('the command reports that every case passed, and exits with 0', async () => {
  await using target = await openReferenceTarget();
  const { code, stdout, stderr } = await command('--whole-origin', `${target.origin}/web/`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^✓ prefix, entry, redirects, .*\n\d+ not observable, \d+ of them without DIAGNOSTICS=true \(--verbose says why\)\nNo finding\n\n\d+ cases passed, 0 failed, \d+ not observable\n$/,
  );
});

test('without --whole-origin the command does not judge the rest of the origin', async () => {
  await using target = await openReferenceTarget({ tamper: at(/^(?!\/web)/, status(200)) });
  const { code, stdout } = await command(`${target.origin}/web`, '--verbose');
  expect(code).toBe(0);
  expect(stdout).toContain('– 12               Nothing is served outside the base path.');
  expect(stdout).toMatch(/\n– events .*\n +needs DIAGNOSTICS=true\n/);
  expect((await command(`${target.origin}/web`)).stdout).not.toContain('–');
});

test('the command names hop, setting and remedy of a finding, repeats the remedy at the end, and exits with 1', async () => {
  await using target = await openReferenceTarget({ tamper: at(/gone/, html(404)) });
  const { code, stdout } = await command(`${target.origin}/web`);
  expect(code).toBe(1);
  const { hop, setting, remedy } = diagnose({ id: 'html-for-asset', symptom: '' }, 'nginx');
  for (const line of [`at:      ${hop}`, `setting: ${setting}`, `remedy:  ${remedy}`])
    expect(stdout).toContain(`                   ${line}\n`);
  expect(stdout).toContain('✗ missing-asset ');
  expect(stdout).toMatch(
    /\nThe proxy in front is not recognised: settings are nginx's; --ingress names another.\nFound: html-for-asset\n/,
  );
  expect(stdout).toMatch(
    /\nThe numbers are those of the cases in nginx\/conformance\/cases\/\.\n\d+ cases passed/,
  );
  expect(stdout.endsWith(`Fix html-for-asset first. ${remedy}\n`)).toBe(true);
});

test.for(ingressProxies)('--ingress %s names the setting in its words', async (proxy) => {
  await using target = await openReferenceTarget({ tamper: at(/gone/, html(404)) });
  const { stdout } = await command('--ingress', proxy, `${target.origin}/web`);
  const { setting } = diagnose({ id: 'html-for-asset', symptom: '' }, proxy);
  expect(stdout).toContain(`setting: ${setting}\n`);
  expect(stdout).toContain(`\nSettings are those of ${proxy}.\n`);
});

test('a finding without a failed case exits with 1', async () => {
  await using target = await openReferenceTarget({ tamper: set('x-request-id', 'always-the-same') });
  const { code, stdout } = await command(`${target.origin}/web`);
  expect(stdout).toMatch(/\nFound: cached-in-front\n[^]* 0 failed, /);
  expect(code).toBe(1);
});

test('a URL that redirects to its own TLS is checked there', async () => {
  await using target = await openReferenceTarget({ tamper: redirect(301, 'https://127.0.0.1:1/web/') });
  const { code, stdout, stderr } = await command(`${target.origin}/web`);
  expect(code).toBe(1);
  expect(stdout).toBe(`${target.origin} redirects to https://127.0.0.1:1, which is checked instead.\n\n`);
  expect(stderr).toContain('GET https://127.0.0.1:1/web/: connect ECONNREFUSED');
});

test('the command reports failures as JSON, and exits with 1', async () => {
  await using target = await openReferenceTarget({ tamper: drop('referrer-policy') });
  const { code, stdout } = await command(`${target.origin}/web`, '--json');
  expect(code).toBe(1);
  const { cases, diagnoses } = JSON.parse(stdout) as Record<'cases' | 'diagnoses', { id: string }[]>;
  expect(diagnoses.find(({ id }) => id === 'security-headers')).toMatchObject({
    outcome: 'failed',
    finding: { id: 'security-headers-dropped', hop: 'ingress', symptom: expect.stringContaining('referrer') },
  });
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
  { args: ['http://host/web', '--ingress'], message: '--ingress : unknown proxy' },
  { args: ['http://host/web', '--fast'], message: '--fast: unknown flag' },
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
