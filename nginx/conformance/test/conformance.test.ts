import { execFile } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { allCases } from '../cases/all.ts';
import { describeTarget } from '../describe-response.ts';
import { findings } from '../doctor/findings.ts';
import { addressFaults } from './planted-address-faults.ts';
import { answerFaults } from './planted-response-faults.ts';
import { requestFaults } from './planted-request-faults.ts';
import { at, html, set } from './planting.ts';
import { openReferenceTarget } from './reference-target.ts';
import type { Setting } from './reference-target.ts';
import { runCases } from '../run.ts';

const faults = [...addressFaults, ...requestFaults, ...answerFaults];

async function failuresAt(setting: Setting, ids?: readonly string[]): Promise<string[]> {
  await using target = await openReferenceTarget(setting);
  const cases = allCases.filter(({ id }) => ids?.includes(id) ?? true);
  const results = await runCases(target, cases);
  return results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ id, detail }) => `${id} ${detail ?? ''}`);
}

function cli(...given: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const main = `${import.meta.dirname}/../main.ts`;
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...given], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('every number of the document, 1 to 40, has a case', () => {
  const numbers = new Set(allCases.map(({ id }) => Number.parseInt(id, 10)));
  expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});

test('no two cases share an id, and titles are sentences', () => {
  expect(new Set(allCases.map(({ id }) => id)).size).toBe(allCases.length);
  for (const { id, title } of allCases) {
    expect(id).toMatch(/^\d+[a-z]?$/);
    expect(title).toMatch(/^\S+( \S+){2,}\.$/);
  }
});

test.for<Setting>([{}, { base: '/portal/x' }, { ownsOrigin: false }, { ownsOrigin: false, stripped: true }])(
  'a target that behaves fails no case: %j',
  async (setting) => {
    expect(await failuresAt(setting)).toEqual([]);
  },
);

test('every case that is seen from outside has a planted fault', () => {
  const planted = new Set([...faults.flatMap(({ ids }) => ids), '1e', '14d', '14e']);
  const outside = allCases.filter(({ seen }) => seen === 'outside').map(({ id }) => id);
  expect(outside.filter((id) => !planted.has(id))).toEqual([]);
});

test.for(faults)('$fault is found by $ids', async ({ ids, tamper }) => {
  const failures = await failuresAt({ tamper }, ids);
  expect(failures.map((failure) => failure.split(' ')[0])).toEqual(ids);
  for (const failure of failures) expect(failure).toContain('http://127.0.0.1');
});

test('a missing limit for header fields and addresses is found by 14d and 14e', async () => {
  const failures = await failuresAt({ headersBytes: 1_000_000 }, ['14d', '14e']);
  expect(failures).toHaveLength(2);
});

test('an entry that is lost behind a stripping ingress is found by 1e', async () => {
  const tamper: Setting['tamper'] = (reply, { url }) => {
    if (url?.startsWith('/web?')) reply.status = 404;
  };
  expect(await failuresAt({ ownsOrigin: false, stripped: true, tamper }, ['1e'])).toHaveLength(1);
});

test('two targets that behave alike are described alike, and a missing header shows', async () => {
  await using target = await openReferenceTarget();
  await using twin = await openReferenceTarget({
    tamper: ({ headers }, { url }) => {
      if (url === '/web/index.html') delete headers['etag'];
    },
  });
  const [one, other] = [await describeTarget(target), await describeTarget(twin)];
  const differing = Object.keys(one).filter((asked) => !isDeepStrictEqual(one[asked], other[asked]));
  expect(differing).toEqual(['GET /web/index.html']);
});

test('the command says that all passed, and exits with 0', async () => {
  await using target = await openReferenceTarget();
  const { code, stdout, stderr } = await cli('--whole-origin', `${target.origin}/web/`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^✓ prefix {11}What is asked/);
  expect(stdout).toMatch(/\nNo finding\n\n✓ 1a {15}The base/);
  expect(stdout).toMatch(/\n\d+ passed, 0 failed, \d+ not observable\n$/);
});

test('without --whole-origin the command leaves the origin to others', async () => {
  await using target = await openReferenceTarget({
    tamper: (reply, { url }) => {
      if (!url?.startsWith('/web')) reply.status = 200;
    },
  });
  const { code, stdout } = await cli(`${target.origin}/web`);
  expect(code).toBe(0);
  expect(stdout).toContain('– 12               Nothing answers outside the base.');
});

test('the command names hop, setting and remedy of a finding, says it again at the end, and exits with 1', async () => {
  await using target = await openReferenceTarget({ tamper: at(/gone/, html(404)) });
  const { code, stdout } = await cli(`${target.origin}/web`);
  expect(code).toBe(1);
  const { hop, setting, remedy } = findings['html-for-asset'];
  for (const line of [`at:      ${hop}`, `setting: ${setting}`, `remedy:  ${remedy}`])
    expect(stdout).toContain(`                   ${line}\n`);
  expect(stdout).toContain('✗ missing-asset ');
  expect(stdout).toMatch(/\nFound: html-for-asset\n/);
  expect(stdout.endsWith(`Begin with html-for-asset. ${remedy}\n`)).toBe(true);
});

test('a finding alone, without a failure, exits with 1', async () => {
  await using target = await openReferenceTarget({ tamper: set('x-request-id', 'one-and-the-same') });
  const { code, stdout } = await cli(`${target.origin}/web`);
  expect(stdout).toMatch(/\nFound: cached-in-front\n[^]* 0 failed, /);
  expect(code).toBe(1);
});

test('an address that only leads to its own TLS is judged there', async () => {
  await using target = await openReferenceTarget({
    tamper: (reply) => {
      reply.status = 301;
      reply.headers['location'] = 'https://127.0.0.1:1/web/';
    },
  });
  const { code, stdout, stderr } = await cli(`${target.origin}/web`);
  expect(code).toBe(1);
  expect(stdout).toBe(`${target.origin} leads to https://127.0.0.1:1, which is judged instead.\n\n`);
  expect(stderr).toContain('GET https://127.0.0.1:1/web/api/diagnostics/echo: connect ECONNREFUSED');
});

test('the command names a failure, and exits with 1', async () => {
  await using target = await openReferenceTarget({
    tamper: ({ headers }) => delete headers['referrer-policy'],
  });
  const { code, stdout } = await cli(`${target.origin}/web`, '--json');
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
  { given: [], says: 'no address given' },
  { given: ['web'], says: 'web: not an address' },
  { given: ['ftp://host/web'], says: 'ftp://host/web: neither http nor https' },
  { given: ['http://host/web?x=1'], says: 'http://host/web?x=1: has a query' },
  { given: ['http://host/web#x'], says: 'http://host/web#x: has a fragment' },
  { given: ['http://host/'], says: 'http://host/: has no base path' },
  { given: ['http://host/web', '--fast'], says: '--fast: unknown flag' },
  { given: ['http://host/web', 'http://host/x'], says: 'http://host/x: more than one address' },
])('wrong usage is one line, and exits with 2: $says', async ({ given, says }) => {
  const { code, stderr } = await cli(...given);
  expect(code).toBe(2);
  expect(stderr).toContain(says);
  expect(stderr).toMatch(/^[^\n]*expected[^\n]*\n$/);
});

test('a host that does not answer is one line, and exits with 1', async () => {
  const { code, stdout, stderr } = await cli('http://127.0.0.1:1/web');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('GET http://127.0.0.1:1/web/: connect ECONNREFUSED 127.0.0.1:1\n');
});
