import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { onlyHeader, problem, SECURITY_HEADERS } from '#platform/conformance/checks.ts';
import { openTarget, type Target } from '#platform/conformance/target.ts';
import { stopAfterAll } from '#platform/test/stop-after-all.ts';
import { startStack, type Stack } from './compose.ts';
import { freePort, root, run } from '@web/bff/platform/testing/processes';

const NAME = 'web-e2e-stack';
const SUBNET = '172.30.90.0/24';

const started = stopAfterAll();
let stack: Stack;
let target: Target;

beforeAll(async () => {
  const env = {
    COMPOSE_PROFILES: 'sessions',
    SESSION_STORE_URL: 'redis://valkey:6379',
    SESSION_SECRET: 's'.repeat(32),
  };
  stack = started(await startStack({ name: NAME, subnet: SUBNET, env }));
  target = openTarget(`http://127.0.0.1:${stack.port}/web`, { ownsOrigin: true });
});

const status = () => target.request('/web/api/status');
const untilServed = () => vi.waitFor(async () => expect((await status()).status).toBe(200), 15_000);
const inside = (service: string, ...command: string[]) => stack.compose('exec', '-T', service, ...command);
const up = (...more: string[]) => stack.compose('up', '--no-build', '--detach', '--wait', ...more);
async function inspect<T>(service: string, what: string): Promise<T> {
  const id = (await stack.compose('ps', '--quiet', service)).trim();
  const { stdout } = await run('docker', ['inspect', '--format', `{{json .${what}}}`, id]);
  return JSON.parse(stdout) as T;
}

test('nginx serves the client before the BFF’s host name resolves, and finds the BFF later', async () => {
  await stack.compose('rm', '--stop', '--force', '--volumes', 'bff', 'nginx');
  await up('--no-deps', 'nginx');
  expect((await target.request('/web/')).status).toBe(200);
  const call = await status();
  problem(502)(call);
  for (const name of [...SECURITY_HEADERS, 'x-request-id']) onlyHeader(call, name);
  await up('bff');
  await untilServed();
});

test('forwarded headers of an untrusted client are ignored', async () => {
  const headers = {
    host: 'example.org:8443',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
  };
  const { text } = await target.request('/web/api/test/echo/x', { headers });
  const ip = expect.stringMatching(/^172\.30\.90\./);
  expect(JSON.parse(text)).toMatchObject({ scheme: 'http', host: 'example.org:8443', ip });
});

test.each(['nginx', 'bff', 'valkey'])(
  'the container of %s runs without root privileges, on a read-only file system and within limits',
  async (service) => {
    const look =
      'id -u; grep -E "^(CapEff|CapPrm|NoNewPrivs):" /proc/1/status; touch /srv/x /etc/x 2>&1; true';
    expect(await inside(service, 'sh', '-c', look)).toMatch(
      /^[1-9]\d*\nCapPrm:\s0+\nCapEff:\s0+\nNoNewPrivs:\s1\n(?:.*Read-only file system\n){2}$/,
    );
    expect(await inspect(service, 'HostConfig')).toMatchObject({
      Memory: 512 * 1024 ** 2,
      PidsLimit: 256,
      LogConfig: { Type: 'json-file', Config: { 'max-size': '50m', 'max-file': '3' } },
    });
  },
);

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stack-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('secrets are read from files', async () => {
  const folder = await folderWith({ session: 'too short', oidc: 'any' });
  const secrets = {
    SESSION_SECRET_FILE: join(folder, 'session'),
    OIDC_CLIENT_SECRET_FILE: join(folder, 'oidc'),
  };
  const files = ['--file', 'docker-compose.yml', '--file', 'nginx/platform/operations/compose.secrets.yml'];
  const args = ['compose', '--project-name', NAME, ...files, 'run', '--rm', '--no-deps', 'bff'];
  const starting = run('docker', args, { cwd: root, env: { ...process.env, SUBNET, ...secrets } });
  await expect(starting).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('SESSION_SECRET'),
  });
});

test('a .env file sets the BFF’s upstreams and the published port', async () => {
  const folder = await folderWith({ '.env': 'UPSTREAM_NOTES=http://notes:4000\nPORT=127.0.0.1:8091\n' });
  const file = join(root, 'docker-compose.yml');
  const project = ['--file', file, '--project-directory', folder, '--profile', 'sessions'];
  const args = ['compose', ...project, 'config', '--format', 'json'];
  const { services } = JSON.parse((await run('docker', args, { cwd: folder })).stdout) as {
    readonly services: Readonly<Record<string, object>>;
  };
  const environment = { UPSTREAM_NOTES: 'http://notes:4000', PORT: '3000' };
  expect(services['bff']).toMatchObject({ environment });
  // Only nginx publishes ports, and only on the loopback interface.
  expect(Object.keys(services).filter((name) => 'ports' in services[name]!)).toEqual(['nginx']);
  const ports = [
    { target: 8080, published: '8091', host_ip: '127.0.0.1' },
    { target: 9001, host_ip: '127.0.0.1' },
  ];
  expect(services['nginx']).toMatchObject({ ports });
});

test('nginx buffers stalled bodies on disk and stays within Kubernetes’ memory limit', async () => {
  const id = (await stack.compose('ps', '--quiet', 'nginx')).trim();
  await run('docker', ['update', '--memory', '256m', '--memory-swap', '256m', id]);
  const head = 'POST /web/api/status HTTP/1.1\r\nhost: x\r\ncontent-length: 1048576\r\n\r\n';
  const sockets = Array.from({ length: 100 }, () => connect(stack.port, '127.0.0.1'));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  for (const socket of sockets) {
    socket.on('error', () => {}).write(head);
    socket.write(Buffer.alloc(1_000_000));
  }
  // nginx unlinks its buffer files after opening them.
  const files =
    'find /proc/[0-9]*/fd -lname "/var/cache/nginx/*" -exec stat -L -c %s {} + 2>/dev/null || true';
  const onDisk = async () =>
    (await inside('nginx', 'sh', '-c', files)).split('\n').reduce((sum, size) => sum + Number(size), 0);
  // One network's share of the calls: an eighth, and three quarters of this with a body.
  await vi.waitFor(async () => expect(await onDisk()).toBeGreaterThan(90_000_000), 15_000);
  expect((await status()).status).toBe(200);
  expect(await inspect('nginx', 'State')).toMatchObject({ Running: true, OOMKilled: false });
});

test('while the disk is full, a request that needs a buffer file gets 503, and nginx keeps running', async () => {
  const image = await inspect<string>('nginx', 'Config.Image');
  const port = await freePort();
  const name = `${NAME}-full`;
  const limits = ['--read-only', '--user', '101', '--cap-drop', 'ALL', '--memory', '256m'];
  const disks = ['--tmpfs', '/tmp', '--tmpfs', '/var/cache/nginx:size=512k,uid=101'];
  const published = ['--publish', `127.0.0.1:${port}:8080`];
  await run('docker', ['run', '--detach', '--name', name, ...limits, ...disks, ...published, image]);
  onTestFinished(async () => void (await run('docker', ['rm', '--force', name])));
  const other = openTarget(`http://127.0.0.1:${port}/web`);
  await vi.waitFor(async () => expect((await other.request('/web/')).status).toBe(200), 15_000);
  const body = Buffer.alloc(1_000_000);
  for (let times = 0; times < 3; times += 1)
    problem(503)(await other.request('/web/api/status', { method: 'POST', body }));
  expect((await other.request('/web/')).status).toBe(200);
});

test('Valkey’s data survives the replacement of its container', async () => {
  await inside('valkey', 'valkey-cli', 'SET', 'kept', 'yes');
  await stack.compose('rm', '--stop', '--force', 'valkey');
  await up('valkey');
  const ask = `require('net').connect(6379, 'valkey').on('data', (data) => process.stdout.write(data)).end('GET kept\\r\\n')`;
  expect(await inside('bff', 'node', '-e', ask)).toContain('yes');
});

test('when compose stops nginx, nginx exits with 0 despite an open stream', async () => {
  const stream = await fetch(`${target.origin}/web/api/test/events`);
  await stream.body?.getReader().read();
  await stack.compose('stop', 'nginx');
  const state = await stack.compose('ps', '--all', '--format', '{{.State}} {{.ExitCode}}', 'nginx');
  expect(state.trim()).toBe('exited 0');
});
