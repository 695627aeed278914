import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { root, run } from '@web/bff/platform/testing/processes';
import { startStack, type Stack } from '#platform/test/stack/compose.ts';
import { stopAfterAll } from '#platform/test/stop-after-all.ts';
import { nothingLost, SETTLE_MS, startCounter, underLoad, type Counter } from './load.ts';

const started = stopAfterAll();
const env = { TEST_COUNTER: '', LOG_LEVEL: 'warn' };
let counter: Counter;
let stack: Stack;
let origin: string;

beforeAll(async () => {
  counter = started(await startCounter());
  env.TEST_COUNTER = `http://172.30.83.1:${counter.port}`;
  stack = started(await startStack({ name: 'web-e2e-replaced', subnet: '172.30.83.0/24', env }));
  origin = `http://127.0.0.1:${stack.port}`;
});

const up = (...args: string[]) =>
  stack.compose('up', '--detach', '--no-build', '--no-deps', '--wait', ...args);
const scale = (count: number) => up('--scale', `bff=${count}`, 'bff');

const textOf = (page: string) => readFile(join(root, 'nginx/docs', page), 'utf8');

/** Runs the `docker compose` commands of nginx/docs/deploys.md. */
async function replaceBff(): Promise<void> {
  // A changed setting simulates a new image.
  env.LOG_LEVEL = env.LOG_LEVEL === 'warn' ? 'error' : 'warn';
  const page = await textOf('deploys.md');
  const [, section = ''] = /^#+ One replica: replace the BFF\n([^]*?)^#/m.exec(page) ?? [];
  const commands = [...section.matchAll(/^docker compose (.*?)(?: &&)?$/gm)];
  expect(commands).toHaveLength(2);
  for (const [, command = ''] of commands) await stack.compose(...command.split(' '));
}

/** Runs the commands of nginx/docs/secrets.md for a secret in a file. */
async function replaceSecret(): Promise<void> {
  const before = await stack.compose('ps', '--quiet', 'bff');
  const page = await textOf('secrets.md');
  const commands = /```sh\n(old=\$\(docker compose [^]*?)```/.exec(page)?.[1] ?? 'exit 1';
  await run('bash', ['-euc', commands], { env: stack.env() });
  const after = await stack.compose('ps', '--quiet', 'bff');
  expect(after.split('\n').filter(Boolean)).toHaveLength(1);
  expect(after).not.toBe(before);
}

const disruptions = {
  'a BFF that is replaced as the document says': replaceBff,
  'a BFF that gets a new secret as the document says': replaceSecret,
  'BFFs that come and go': async () => {
    await scale(3);
    await scale(1);
  },
  'an nginx that reloads': () =>
    stack.compose('exec', '-T', 'nginx', 'nginx', '-c', '/tmp/nginx/nginx.conf', '-s', 'reload'),
};

test.each(Object.entries(disruptions))(
  '%s loses no request, and repeats no POST',
  { timeout: 600_000 },
  async (_what, disrupt) => {
    expect(await underLoad(origin, counter, disrupt)).toEqual({ ...nothingLost, failedPosts: [] });
  },
);

test('when a BFF dies, no GET fails, and no POST is repeated', { timeout: 600_000 }, async () => {
  const outcome = await underLoad(origin, counter, async () => {
    await scale(2);
    // Waits for `fail_timeout`, because the new BFF may have refused connections while it started.
    await sleep(2 * SETTLE_MS);
    const [first = ''] = (await stack.compose('ps', '--quiet', 'bff')).split('\n');
    await run('docker', ['kill', '--signal', 'KILL', first]);
  });
  expect(outcome).toEqual({ ...nothingLost, cut: expect.any(Array), failedPosts: expect.any(Array) });
});

test(
  'a hanging BFF is restarted; because another BFF runs, few requests fail',
  { timeout: 600_000 },
  async () => {
    await scale(2);
    await sleep(2 * SETTLE_MS);
    const [first = ''] = (await stack.compose('ps', '--quiet', 'bff')).split('\n');
    const restarts = async () =>
      (await run('docker', ['inspect', '--format', '{{.RestartCount}}', first])).stdout;
    const stop =
      'for p in /proc/[0-9]*; do [[ $(readlink $p/exe) == */node ]] && kill -STOP ${p#/proc/}; done';
    const { failed, failedPosts, doubled } = await underLoad(origin, counter, async () => {
      await run('docker', ['exec', first, 'bash', '-c', stop]).catch(() => {});
      await expect.poll(restarts, { timeout: 90_000 }).toMatch(/[1-9]/);
    });
    expect(doubled).toEqual([]);
    expect(failed.length + failedPosts.length).toBeLessThanOrEqual(20);
    await up('--no-recreate', '--scale', 'bff=2', 'bff');
  },
);
