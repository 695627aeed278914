import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from '@web/bff/test/processes';
import { startBff } from '@web/bff/test/start-bff';
import { startServer } from '../../test/start-server.ts';
import { stopAfterAll } from '../../test/stop-after-all.ts';
import { allCases } from '../run-cases.ts';

/** Numbers that a client cannot observe, by test. */
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
let address: string;

beforeAll(async () => {
  const { port } = started(await startBff());
  address = `http://127.0.0.1:${port}/web`;
});

const ids = Object.keys(allCases).map((name) => name.split(' ', 1)[0] ?? '');

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

test('each requirement, 1 to 41, is covered by a case or a test', () => {
  const numbers = [...ids.map((id) => Number.parseInt(id, 10)), ...Object.values(elsewhere).flat()];
  expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 41 }, (_, index) => index + 1)));
  expect(Object.keys(elsewhere).filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the command reports that all cases passed, and exits with 0', async () => {
  const { code, stdout, stderr } = await command(['--whole-origin', `${address}/`]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`${ids.length} cases passed, 0 failed, 0 not observable\n`);
});

test('without --whole-origin, the command skips cases outside the base path', async () => {
  const { code, stdout } = await command([address, '--json']);
  expect(code).toBe(0);
  const { cases } = JSON.parse(stdout) as Record<'cases', { id: string; outcome: string }[]>;
  expect(cases.filter(({ outcome }) => outcome !== 'passed')).toMatchObject(
    ['12', '14c', '30c', '41', '34'].map((id) => ({ id, outcome: 'not-observable' })),
  );
});

test('the command reports each failure, and exits with 1', async () => {
  const { port } = started(await startServer((_request, response) => response.writeHead(404).end()));
  const { code, stdout } = await command([`http://127.0.0.1:${port}/web`]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/\n✗ 17 .*\n {4}POST http[^]* cases passed, \d+ failed, 5 not observable\n$/);
});

test("the command also reports the doctor's findings if DIAGNOSTICS is set", async () => {
  const { code, stdout } = await command([address], { DIAGNOSTICS: 'not-the-secret-of-the-bff' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ diagnostics unavailable\n[^]* {4}Check: [^]* cases passed, 0 failed/);
});

test.each([
  [['ftp://host/web'], 2, "ftp://host/web: expected the application's public URL"],
  [['http://host/web', '--fast'], 2, "Unknown option '--fast'"],
  [['http://127.0.0.1:1/web'], 1, 'GET http://127.0.0.1:1/web/: connect ECONNREFUSED'],
])('%j exits with %i and prints one line', async (args, expected, message) => {
  const { code, stderr } = await command(args);
  expect(code).toBe(expected);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
});
