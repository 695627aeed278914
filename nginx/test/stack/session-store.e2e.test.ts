import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startStack, type Stack } from './compose.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({
    name: 'web-e2e-sessions',
    subnet: '172.30.96.0/24',
    env: { COMPOSE_PROFILES: 'sessions', SESSION_STORE: 'redis://valkey:6379' },
    testCalls: false,
  });
});

afterAll(() => stack?.stop());

/** What Valkey answers to the BFF's container. */
const fromBff = async (...commands: string[]) => {
  const script = `require('net').connect(6379, 'valkey').on('data', (data) => process.stdout.write(data))
    .end('${commands.map((command) => String.raw`${command}\r\n`).join('')}')`;
  return stack.compose('exec', '-T', 'bff', 'node', '-e', script);
};

test('with the profile sessions the BFF reaches a Valkey, which publishes no port', async () => {
  expect(await fromBff('PING')).toBe('+PONG\r\n');
  expect(JSON.parse(await stack.compose('ps', '--format', 'json', 'valkey'))).toMatchObject({
    Health: 'healthy',
    Publishers: [{ TargetPort: 6379, PublishedPort: 0 }],
  });
});

test('Valkey runs read-only, without capabilities or new privileges, and not as root', async () => {
  const inside = (script: string) => stack.compose('exec', '-T', 'valkey', 'sh', '-c', script);
  expect(await inside('id -u')).toBe('999\n');
  const report = await inside('grep -E "^(CapEff|CapPrm|CapBnd|NoNewPrivs):" /proc/1/status');
  expect(report).toMatch(/CapPrm:\s0+\nCapEff:\s0+\nCapBnd:\s0+\nNoNewPrivs:\s1/);
  expect(await inside('touch /etc/x 2>&1; true')).toContain('Read-only file system');
});

test('what is stored outlives a Valkey that is replaced', async () => {
  expect(await fromBff('SET kept yes', 'QUIT')).toContain('+OK');
  await stack.compose('rm', '--stop', '--force', 'valkey');
  await stack.compose('up', '--no-build', '--detach', '--wait', 'valkey');
  await vi.waitFor(async () => expect(await fromBff('GET kept')).toContain('yes'), { timeout: 15_000 });
});

test('an application without sign-in starts with SESSION_STORE, and says that it is not used', async () => {
  expect(await stack.compose('logs', 'bff')).toContain('SESSION_STORE is not used');
});
