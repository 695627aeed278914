import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from '@web/bff/test/processes';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { startServer } from '../../test/start-server.ts';
import { stopAfterAll } from '../../test/stop-after-all.ts';
import { allCases, runCases } from '../run-cases.ts';
import { plantedFaults } from './planted-faults.ts';
import { openTarget, type Target } from '../target.ts';
import { at, status, tampered } from './tamper.ts';

/** The numbers that no client observes at an address, by their tests. */
const elsewhere: Readonly<Record<string, readonly number[]>> = {
  'client/test/screens/new-version.e2e.test.ts': [33],
  'nginx/test/browser.e2e.test.ts': [8],
  'nginx/test/entry-points/harness-cases.ts': [20, 22],
  'nginx/test/ingress/ingress-cases.ts': [21],
  'nginx/test/nginx-and-bff.e2e.test.ts': [40],
  'nginx/test/stack/base-path.e2e.test.ts': [39],
  'nginx/test/stack/stack.e2e.test.ts': [18, 19, 38],
};

const started = stopAfterAll();
let bff: RunningBff;

beforeAll(async () => {
  bff = started(await startBff());
});

const idOf = (name: string) => name.split(' ', 1)[0] ?? '';
const ids = Object.keys(allCases).map(idOf);
const address = () => `http://127.0.0.1:${bff.port}/web`;
const openOwned = () => openTarget(address(), { ownsOrigin: true });

/** What the cases that fail report; with an id, that case alone. */
async function failuresAt(target: Target, id?: string) {
  const chosen = Object.entries(allCases).filter(([name]) => id === undefined || idOf(name) === id);
  const results = await runCases(target, Object.fromEntries(chosen));
  return results.flatMap(({ outcome, detail }) => (outcome === 'failed' ? [detail] : []));
}

/** Runs the command; DIAGNOSTICS is unset unless given. */
function command(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const main = `${import.meta.dirname}/../main.ts`;
  return new Promise((done) => {
    execFile(
      process.execPath,
      [main, ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Runs the command against a server that always responds with this. */
async function commandAt(...head: [status: number, headers: Record<string, string>]) {
  const server = await startServer((_request, response) => response.writeHead(...head).end());
  const origin = `http://127.0.0.1:${started(server).port}`;
  return { origin, ...(await command([`${origin}/web`])) };
}

test('every number from 1 to 41 has a case or a test, and every case a planted fault', () => {
  const numbers = [...ids.map((id) => Number.parseInt(id, 10)), ...Object.values(elsewhere).flat()];
  expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 41 }, (_, index) => index + 1)));
  expect(Object.keys(elsewhere).filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
  expect(new Set(ids)).toEqual(new Set(Object.keys(plantedFaults).map(idOf)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const name of Object.keys(allCases)) expect(name).toMatch(/^\d+[a-z]? \S+( \S+){2,}\.$/);
});

test('a correct target passes every case, with the whole origin and without', async () => {
  expect(await failuresAt(openOwned())).toEqual([]);
  expect(await failuresAt(openTarget(address()))).toEqual([]);
});

test.for(Object.entries(plantedFaults))('case %s is found', async ([name, tamper]) => {
  const failures = await failuresAt(tampered(openOwned(), tamper), idOf(name));
  expect(failures).toEqual([expect.stringContaining(address().replace('/web', ''))]);
});

test('behind a stripping ingress, case 1 finds an entry that is missing', async () => {
  const target = openTarget(address(), { stripped: true });
  expect(await failuresAt(target, '1')).toEqual([]);
  expect(await failuresAt(tampered(target, at(/^\/web\?/, status(404))), '1')).toHaveLength(1);
});

test('the command reports that every case passed, and exits with 0', async () => {
  const { code, stdout, stderr } = await command(['--whole-origin', `${address()}/`]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    `Without DIAGNOSTICS only the cases are checked (--help).\n\n${ids.length} cases passed, 0 failed, 0 not observable\n`,
  );
});

test('without --whole-origin the command does not judge the rest of the origin', async () => {
  const { code, stdout } = await command([address(), '--json']);
  expect(code).toBe(0);
  const { cases } = JSON.parse(stdout) as Record<'cases', { id: string; outcome: string }[]>;
  expect(cases.filter(({ outcome }) => outcome !== 'passed')).toMatchObject(
    ['12', '14c', '30c', '41', '34'].map((id) => ({ id, outcome: 'not-observable' })),
  );
});

test('the command reports each failure with what it expected and received, and exits with 1', async () => {
  const { origin, code, stdout } = await commandAt(404, {});
  expect(code).toBe(1);
  expect(stdout).toContain(
    `\n✗ 17   A body of the limit reaches the BFF; one byte more is a 413 problem.\n    POST ${origin}/web/api/nope: expected application/problem+json, received none\n`,
  );
  expect(stdout).toMatch(/\nThe numbers are .*\n\d+ cases passed, \d+ failed, 5 not observable\n$/);
});

test("with DIAGNOSTICS the command reports the doctor's findings with their settings, too", async () => {
  const { code, stdout } = await command([address()], { DIAGNOSTICS: 'not-the-secret-of-the-bff' });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^✗ diagnostics unavailable\n {4}GET http.*: expected to reach the BFF, received 404 .*\n {4}Check: The same secret/,
  );
  expect(stdout).toMatch(
    /\d+ cases passed, 0 failed, \d not observable\nRemove DIAGNOSTICS when you are done\.\n$/,
  );
});

test.for([
  [[], '0 URLs given'],
  [['web'], "web: expected the application's public URL"],
  [['ftp://host/web'], "ftp://host/web: expected the application's public URL"],
  [['http://host/web?x=1'], "http://host/web?x=1: expected the application's public URL"],
  [['http://me:secret@host/web'], "host/web: expected the application's public URL"],
  [['http://host/'], "http://host/: expected the application's public URL"],
  [['http://host/web', '--fast'], "Unknown option '--fast'"],
  [['http://host/web', 'http://host/x'], '2 URLs given'],
] as const)('wrong usage is one line, and exits with 2: %j', async ([args, message]) => {
  const { code, stderr } = await command(args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^[^\n]*\(--help lists the flags\)\n$/);
});

test('a host that does not respond is one line, and exits with 1', async () => {
  const { code, stdout, stderr } = await command(['http://127.0.0.1:1/web']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('GET http://127.0.0.1:1/web/: connect ECONNREFUSED 127.0.0.1:1\n');
});
