import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { startServer, type Respond } from '../../test/start-server.ts';
import { allCases } from '../cases/all.ts';
import { runCases } from '../run-cases.ts';
import { plantedFaults } from './planted-faults.ts';
import { at, set, status, tampered, type Tamper } from './tamper.ts';

/** The tests of the numbers that no client observes at an address. */
const elsewhere: Readonly<Record<number, string>> = {
  8: 'nginx/test/browser.e2e.test.ts',
  18: 'nginx/test/stack/stack.e2e.test.ts',
  19: 'nginx/test/stack/stack.e2e.test.ts',
  20: 'nginx/test/entry-points/harness-cases.ts',
  21: 'nginx/test/ingress/ingress-cases.ts',
  22: 'nginx/test/entry-points/harness-cases.ts',
  33: 'client/test/screens/new-version.e2e.test.ts',
  38: 'nginx/test/stack/stack.e2e.test.ts',
  39: 'nginx/test/stack/base-path.e2e.test.ts',
  40: 'nginx/test/nginx-and-bff.e2e.test.ts',
};

let bff: RunningBff;

beforeAll(async () => {
  bff = await startBff();
});

afterAll(() => bff.stop());

const idOf = (name: string) => name.split(' ', 1)[0] ?? '';
const ids = Object.keys(allCases).map(idOf);
const address = () => `http://127.0.0.1:${bff.port}/web`;

/** The ids of the cases that fail, or of one of them. */
async function failuresWith(tamper: Tamper, setting: Parameters<typeof tampered>[1], id?: string) {
  const chosen = Object.entries(allCases).filter(([name]) => id === undefined || idOf(name) === id);
  const target = tampered(address(), setting, tamper);
  const results = await runCases(target, Object.fromEntries(chosen));
  return results.filter(({ outcome }) => outcome === 'failed');
}

function command(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const main = `${import.meta.dirname}/../main.ts`;
  return new Promise((done) => {
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Runs the command against a server of this test. */
async function commandAt(respond: Respond, ...args: string[]) {
  const { port, stop } = await startServer(respond);
  try {
    return { port, ...(await command(`http://127.0.0.1:${port}/web`, ...args)) };
  } finally {
    await stop();
  }
}

test('every number from 1 to 41 has a case or a test, and titles are sentences', () => {
  const numbers = [...ids, ...Object.keys(elsewhere)].map((id) => Number.parseInt(id, 10));
  expect([...new Set(numbers)].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 41 }, (_, index) => index + 1),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const name of Object.keys(allCases)) expect(name).toMatch(/^\d+[a-z]? \S+( \S+){2,}\.$/);
  const root = resolve(import.meta.dirname, '../../..');
  expect(Object.values(elsewhere).filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
});

test.each([true, false])('a correct target passes every case; it owns its origin: %s', async (ownsOrigin) => {
  expect(await failuresWith(() => ({}), { ownsOrigin })).toEqual([]);
});

test('every case has a planted fault', () => {
  const planted = new Set(Object.keys(plantedFaults).map(idOf));
  expect(ids.filter((id) => !planted.has(id))).toEqual([]);
});

test.for(Object.entries(plantedFaults))('case %s is found', async ([name, tamper]) => {
  const [failure] = await failuresWith(tamper, { ownsOrigin: true }, idOf(name));
  expect(failure?.detail).toContain(address().replace('/web', ''));
});

test('behind a stripping ingress, case 1 finds an entry that is missing', async () => {
  const missing = at(/^\/web\?/, status(404));
  expect(await failuresWith(missing, { stripped: true }, '1')).toHaveLength(1);
  expect(await failuresWith(at(/^\/web\?/, set('x', '')), { stripped: true }, '1')).toEqual([]);
});

test('the command reports that every case passed, and exits with 0', async () => {
  const { code, stdout, stderr } = await command('--whole-origin', `${address()}/`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    `Without DIAGNOSTICS only the cases are checked (--help).\n\n${ids.length} cases passed, 0 failed, 0 not observable\n`,
  );
});

test('without --whole-origin the command does not judge the rest of the origin', async () => {
  const { code, stdout } = await command(address(), '--json');
  expect(code).toBe(0);
  const { cases } = JSON.parse(stdout) as Record<'cases', { id: string; outcome: string }[]>;
  expect(cases.filter(({ outcome }) => outcome !== 'passed')).toMatchObject(
    ['12', '14c', '30c', '41', '34'].map((id) => ({ id, outcome: 'not-observable' })),
  );
});

test('a URL that redirects to its own TLS is checked there', async () => {
  const { port, code, stdout, stderr } = await commandAt((_request, response) =>
    response.writeHead(301, { location: 'https://127.0.0.1:1/web/' }).end(),
  );
  expect(code).toBe(1);
  expect(stdout).toBe(
    `http://127.0.0.1:${port} redirects to https://127.0.0.1:1, which is checked instead.\n\n`,
  );
  expect(stderr).toContain('GET https://127.0.0.1:1/web/: connect ECONNREFUSED');
});

test('the command reports each failure with what it expected and received, and exits with 1', async () => {
  const { port, code, stdout } = await commandAt((_request, response) => response.writeHead(404).end());
  expect(code).toBe(1);
  expect(stdout).toContain(
    `\n✗ 17   A body of the limit reaches the BFF; one byte more is a 413 problem.\n    POST http://127.0.0.1:${port}/web/api/nope: expected application/problem+json, received none\n`,
  );
  expect(stdout).toMatch(
    /\nThe numbers are those of the cases in .*\n\d+ cases passed, \d+ failed, 5 not observable\n$/,
  );
});

test.for([
  [[], '0 URLs given'],
  [['web'], 'web: not a URL'],
  [['ftp://host/web'], 'ftp://host/web: neither http nor https'],
  [['http://host/web?x=1'], 'http://host/web?x=1: has a query, a fragment or credentials'],
  [['http://host/'], 'http://host/: has no base path'],
  [['http://host/web', '--ingress', 'squid'], '--ingress squid: unknown proxy'],
  [['http://host/web', '--ingress'], "Option '--ingress <value>' argument missing"],
  [['http://host/web', '--fast'], "Unknown option '--fast'"],
  [['http://host/web', 'http://host/x'], '2 URLs given'],
] as const)('wrong usage is one line, and exits with 2: %j', async ([args, message]) => {
  const { code, stderr } = await command(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^[^\n]*\(--help lists the flags\)\n$/);
});

test('a host that does not respond is one line, and exits with 1', async () => {
  const { code, stdout, stderr } = await command('http://127.0.0.1:1/web');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('GET http://127.0.0.1:1/web/: connect ECONNREFUSED 127.0.0.1:1\n');
});
