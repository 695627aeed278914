import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from '@web/bff/platform/testing/processes';
import { startTestBff } from '@web/bff/platform/test/test-bundles';
import { startServer } from '#platform/testing/start-server.ts';
import { stopAfterAll } from '#platform/test/stop-after-all.ts';
import { SETTINGS } from '#platform/conformance/advice.ts';
import { signIn } from '#platform/conformance/cases/sign-in.ts';
import { arrival } from '#platform/conformance/cases/arrival.ts';
import { files } from '#platform/conformance/cases/files.ts';
import { allCases, runCases } from '#platform/conformance/run-cases.ts';
import { openTarget } from '#platform/conformance/target.ts';

/** Requirements that a client cannot observe, by the test that covers them. */
const elsewhere: Readonly<Record<string, readonly number[]>> = {
  'client/platform/test/screens/new-version.e2e.test.ts': [33],
  'nginx/platform/test/browser.e2e.test.ts': [8],
  'nginx/platform/test/nginx-and-bff.e2e.test.ts': [40],
  'nginx/platform/test/stack/base-path.e2e.test.ts': [39],
  'nginx/platform/test/stack/stack.e2e.test.ts': [18, 19, 38],
};

const started = stopAfterAll();
let address: string;

beforeAll(async () => {
  // The tests send forged headers, so their address must not be a trusted proxy.
  const { port } = started(await startTestBff({ DIAGNOSTICS: secret, TRUSTED_PROXIES: '192.0.2.1' }));
  address = `http://127.0.0.1:${port}/web`;
});

const secret = 'a-secret-of-the-test';

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

// Requirement 0: requests reach the application.
test('each requirement from 0 to 41 is covered by a case or a test', () => {
  const numbers = [...ids.map((id) => Number.parseInt(id, 10)), ...Object.values(elsewhere).flat()];
  expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 42 }, (_, index) => index)));
  expect(Object.keys(elsewhere).filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the command’s advice on ingress settings names only conformance cases that exist', () => {
  expect(ids).toEqual(expect.arrayContaining(Object.keys(SETTINGS).flatMap((named) => named.split(' '))));
});

test('the command reports that all cases passed, and exits with 0', async () => {
  const { code, stdout, stderr } = await command(['--whole-origin', `${address}/`], { DIAGNOSTICS: secret });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  // The BFF of this test has no sign-in.
  expect(stdout).toContain(`${ids.length - 3} cases passed, 0 failed, 3 not observable\n`);
});

test('the command skips the cases that need --whole-origin or DIAGNOSTICS if neither is given', async () => {
  const { code, stdout } = await command([address, '--json']);
  expect(code).toBe(0);
  const { cases } = JSON.parse(stdout) as Record<'cases', { id: string; outcome: string }[]>;
  const skipped = Object.keys({ ...arrival, ...signIn }).map((name) => name.split(' ', 1)[0]);
  expect(cases.filter(({ outcome }) => outcome !== 'passed')).toMatchObject(
    [...skipped, '14c', '34a', '12', '30c', '41'].map((id) => ({ id, outcome: 'not-observable' })),
  );
});

test('the command reports each failure with the setting to check, and exits with 1', async () => {
  const { port } = started(
    await startServer((_request, response) => response.writeHead(500, { 'x-request-id': '1' }).end()),
  );
  const url = `http://127.0.0.1:${port}/web`;
  const { code, stdout } = await command([url]);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /\n✗ 17a .*\n {4}POST http.*: expected .*, received .*\n {4}POST .*\n {4}Check: client_max_body_size 0/,
  );
  expect(stdout).toMatch(
    /\nNot observable: DIAGNOSTICS is not set.*\n.*\n.*\n\d+ cases passed, \d+ failed, 21 not observable\n$/,
  );
  const { cases } = JSON.parse((await command([url, '--json'])).stdout) as { cases: unknown };
  expect(cases).toContainEqual({
    id: '17a',
    title: expect.any(String),
    outcome: 'failed',
    detail: expect.stringMatching(/^POST http.*: expected .*, received /),
    settings: [expect.stringMatching(/^client_max_body_size 0/)],
  });
});

test('if requests do not reach the application, the command reports one failure instead of one per case', async () => {
  const { port } = started(await startServer((_request, response) => response.writeHead(404).end()));
  const { code, stdout } = await command([`http://127.0.0.1:${port}/web`]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ 0b .*\n {4}GET .*\n {4}GET .*\n {4}Check: Forward \/web /);
  expect(stdout).toContain(`\n1 cases passed, 1 failed, ${ids.length - 2} not observable\n`);
});

test('case 24 passes while two BFFs differ in the length of the status', async () => {
  let length = 0;
  const server = await startServer(({ url = '', method }, response) => {
    const body = url.includes('/api/')
      ? 'x'.repeat((length += 1))
      : '<div id="root"><i src="/web/assets/a.js">';
    const headers = { 'content-type': 'text/html', 'content-length': body.length };
    response.writeHead(200, headers).end(method === 'HEAD' ? undefined : body);
  });
  const { port } = started(server);
  const only = Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith('24 ')));
  expect(await runCases(openTarget(`http://127.0.0.1:${port}/web`), only)).toMatchObject([
    { id: '24', outcome: 'passed' },
  ]);
});

test('with a wrong DIAGNOSTICS secret, the command fails one case, and skips the cases that need the secret', async () => {
  const { code, stdout } = await command([address], { DIAGNOSTICS: 'not-the-secret-of-the-bff' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ 0d .*\n {4}GET .*\n {4}Check: The same secret /);
  expect(stdout).toContain('\nNot observable: case 0d failed.\n');
  expect(stdout).toMatch(/\n36 cases passed, 1 failed, 20 not observable\n/);
});

test.each([
  [['ftp://host/web'], 2, "ftp://host/web: expected the application's public URL"],
  [['http://host/web', '--fast'], 2, "Unknown option '--fast'"],
  [['http://127.0.0.1:1/web'], 1, 'GET http://127.0.0.1:1/web/: connect ECONNREFUSED'],
])('the command with the arguments %j exits with %i and prints one line', async (args, expected, message) => {
  const { code, stderr } = await command(args);
  expect(code).toBe(expected);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
});
