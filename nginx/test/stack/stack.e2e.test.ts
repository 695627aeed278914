import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { checkProblem, onlyHeader, SECURITY_HEADERS } from '../../conformance/checks.ts';
import { openTarget, type Target } from '../../conformance/target.ts';
import { startStack, type Stack } from './compose.ts';
import { root, run } from '@web/bff/test/processes';

const NAME = 'web-e2e-stack';
const SUBNET = '172.30.90.0/24';
const SERVICES = ['nginx', 'bff', 'valkey'];

let stack: Stack;
let target: Target;

beforeAll(async () => {
  stack = await startStack({
    name: NAME,
    subnet: SUBNET,
    env: { COMPOSE_PROFILES: 'sessions', SESSION_STORE: 'redis://valkey:6379' },
  });
  target = openTarget(`http://127.0.0.1:${stack.port}/web`, { ownsOrigin: true });
});

afterAll(() => stack?.stop());

const status = () => target.request('/web/api/status');
const untilServed = () => vi.waitFor(async () => expect((await status()).status).toBe(200), 15_000);
const inside = (service: string, ...command: string[]) => stack.compose('exec', '-T', service, ...command);
const idOf = async (service: string) => (await stack.compose('ps', '--quiet', service)).trim();
const up = (...more: string[]) => stack.compose('up', '--no-build', '--detach', '--wait', ...more);

test('while the BFF is down, a call is a problem with every security header once, and the shell is served', async () => {
  await stack.compose('stop', '--timeout', '2', 'bff');
  const call = await status();
  checkProblem(call, 502, 503, 504);
  for (const name of [...SECURITY_HEADERS, 'x-request-id']) onlyHeader(call, name);
  expect((await target.request('/web/')).status).toBe(200);
  expect((await target.request('/web/a/b')).status).toBe(404);
  await stack.compose('start', 'bff');
  await untilServed();
});

test('nginx starts and serves before the name of the BFF resolves, and finds it when it does', async () => {
  await stack.compose('rm', '--stop', '--force', 'bff', 'nginx');
  await up('--no-deps', 'nginx');
  expect((await target.request('/web/')).status).toBe(200);
  expect((await status()).status).toBe(502);
  await up('bff');
  await untilServed();
});

test('a BFF that is replaced under a new address is found again within seconds', async () => {
  const before = await inside('bff', 'hostname', '-i');
  await stack.compose('rm', '--stop', '--force', 'bff');
  // Another container takes the free address first.
  const sleeper = `${NAME}-sleeper`;
  const options = ['--detach', '--no-deps', '--name', sleeper, '--entrypoint', 'sleep'];
  await stack.compose('run', ...options, 'bff', '120');
  onTestFinished(async () => void (await run('docker', ['rm', '--force', sleeper])));
  await up('bff');
  expect(await inside('bff', 'hostname', '-i')).not.toBe(before);
  await untilServed();
});

test('nobody who reaches the published port is believed about scheme, host or address', async () => {
  const forwarded = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
  };
  const echo = async (more: Record<string, string>) => {
    const headers = { host: 'example.org:8443', ...more };
    const { text } = await target.request('/web/api/test/echo/x', { headers });
    const { scheme, host, ip } = JSON.parse(text) as Record<string, string>;
    return { scheme, host, ip };
  };
  const plain = await echo({});
  expect(plain).toEqual({
    scheme: 'http',
    host: 'example.org:8443',
    ip: expect.stringMatching(/^172\.30\.90\./),
  });
  expect(await echo(forwarded)).toEqual(plain);
});

test('liveness, readiness and metrics are served on ports that other machines do not reach', async () => {
  const fetched = (url: string) =>
    inside(
      'bff',
      'node',
      '-e',
      `fetch('http://${url}').then(async (r) => console.log(r.status, await r.text()))`,
    );
  expect(await fetched('bff:9000/readyz')).toMatch(/^200 .*ready/);
  expect(await fetched('bff:9000/metrics')).toMatch(/^200 [^]*http_request_duration_seconds_bucket/);
  expect(await fetched('nginx:9001/livez')).toMatch(/^200 .*live/);
  const lines = (await stack.compose('ps', '--format', 'json')).trim().split('\n');
  const published = lines
    .map(
      (line) =>
        JSON.parse(line) as { Publishers: { URL: string; TargetPort: number; PublishedPort: number }[] },
    )
    .flatMap(({ Publishers }) => Publishers.filter(({ PublishedPort }) => PublishedPort > 0));
  expect(new Set(published.map(({ TargetPort }) => TargetPort))).toEqual(new Set([8080, 9001]));
  expect(published.filter(({ TargetPort }) => TargetPort === 9001)).toMatchObject([{ URL: '127.0.0.1' }]);
});

test.each(SERVICES)(
  '%s runs read-only, without capabilities or new privileges, not as root, and with limits',
  async (service) => {
    expect(await inside(service, 'id', '-u')).not.toBe('0\n');
    const report = await inside(
      service,
      'grep',
      '-E',
      '^(CapEff|CapPrm|CapBnd|NoNewPrivs):',
      '/proc/1/status',
    );
    expect(report).toMatch(/CapPrm:\s0+\nCapEff:\s0+\nCapBnd:\s0+\nNoNewPrivs:\s1/);
    expect(await inside(service, 'sh', '-c', 'touch /srv/x /etc/x 2>&1; true')).toMatch(
      /(?:Read-only file system[^]*){2}/,
    );
    const { stdout } = await run('docker', [
      'inspect',
      '--format',
      '{{json .HostConfig}}',
      await idOf(service),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      Memory: 512 * 1024 ** 2,
      PidsLimit: 256,
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
    });
  },
);

test.each(['nginx', 'bff'])('the image of %s has labels and a list of its packages', async (service) => {
  const { stdout } = await run('docker', [
    'inspect',
    '--format',
    '{{json .Config.Labels}}',
    await idOf(service),
  ]);
  const labels = ['version', 'revision', 'source'].map((name) => `org.opencontainers.image.${name}`);
  expect(Object.keys(JSON.parse(stdout) as object)).toEqual(expect.arrayContaining(labels));
  const list = await inside(service, 'cat', '/usr/share/sbom/web.cdx.json');
  const { bomFormat, components } = JSON.parse(list) as { bomFormat: string; components: { name: string }[] };
  expect(bomFormat).toBe('CycloneDX');
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react-dom']));
});

test('the licences of what browsers get are served', async () => {
  const { status, headers, text } = await target.request('/web/licences.txt');
  expect([status, headers['content-type']?.[0]]).toEqual([200, 'text/plain; charset=utf-8']);
  for (const name of ['react', 'react-dom', 'react-router']) expect(text).toContain(`## ${name} - `);
});

test('secrets can come from files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [SESSION_SECRET_FILE, OIDC_CLIENT_SECRET_FILE] = [join(folder, 'session'), join(folder, 'oidc')];
  await writeFile(SESSION_SECRET_FILE, 'too short');
  await writeFile(OIDC_CLIENT_SECRET_FILE, 'any');
  const files = ['docker-compose.yml', 'nginx/operations/compose.secrets.yml'];
  const args = ['compose', '--project-name', NAME, ...files.flatMap((file) => ['--file', file])];
  const env = { ...process.env, SUBNET, SESSION_SECRET_FILE, OIDC_CLIENT_SECRET_FILE };
  await expect(
    run('docker', [...args, 'run', '--rm', '--no-deps', 'bff'], { cwd: root, env }),
  ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('SESSION_SECRET') });
});

test('a file .env gives the BFF the addresses of the backend services, and only compose the published port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compose-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, '.env'), 'UPSTREAM_NOTES=http://notes:4000\nPORT=127.0.0.1:8091\n');
  const file = join(root, 'docker-compose.yml');
  const args = ['compose', '--file', file, '--project-directory', folder, 'config', '--format', 'json'];
  const { services } = JSON.parse((await run('docker', args, { cwd: folder })).stdout) as {
    services: { bff: { environment: object }; nginx: { ports: object[] } };
  };
  expect(services.bff.environment).toMatchObject({ UPSTREAM_NOTES: 'http://notes:4000', PORT: '3000' });
  expect(services.nginx.ports).toMatchObject([
    { target: 8080, published: '8091', host_ip: '127.0.0.1' },
    { target: 9001, host_ip: '127.0.0.1' },
  ]);
});

test('the lines of both servers are in the log of the containers', async () => {
  const id = `e2e-${crypto.randomUUID()}`;
  await target.request('/web/api/status', { headers: { 'x-request-id': id } });
  await vi.waitFor(async () => {
    const logs = await stack.compose('logs', '--no-log-prefix', 'nginx', 'bff');
    expect(logs.split('\n').filter((line) => line.includes(id))).toHaveLength(2);
  }, 15_000);
});

test('an application without sign-in says that SESSION_STORE is not used', async () => {
  expect(await stack.compose('logs', 'bff')).toContain('SESSION_STORE is not used');
});

test('nginx does not start with invalid settings, and reports them', async () => {
  const invalid = ['-e', 'INGRESS_STRIPS_PREFIX=ja', '-e', 'BFF_ADDRESS=bff'];
  await expect(stack.compose('run', '--rm', '--no-deps', ...invalid, 'nginx')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /Invalid settings:\n {2}INGRESS_STRIPS_PREFIX="ja".*\n {2}BFF_ADDRESS="bff"/,
    ),
  });
});

test('a large response reaches a slow client completely, and fills no disk', async () => {
  const bytes = 80_000_000;
  const headers = { 'accept-encoding': 'identity' };
  const response = await fetch(`${target.origin}/web/api/test/text/${bytes}`, { headers });
  let size = 0;
  for await (const part of response.body ?? []) {
    if (size === 0) await sleep(1500);
    size += part.length;
  }
  expect(size).toBe(bytes + '{"text":""}'.length);
});

test('what Valkey stores outlives its container', async () => {
  await inside('valkey', 'valkey-cli', 'SET', 'kept', 'yes');
  await stack.compose('rm', '--stop', '--force', 'valkey');
  await up('valkey');
  const asked = `require('net').connect(6379, 'valkey').on('data', (data) => process.stdout.write(data)).end('GET kept\\r\\n')`;
  expect(await inside('bff', 'node', '-e', asked)).toContain('yes');
});

test('nginx stops in time although a stream does not end', async () => {
  const stream = await fetch(`${target.origin}/web/api/test/events`);
  await stream.body?.getReader().read();
  await stack.compose('stop', 'nginx');
  const state = await stack.compose('ps', '--all', '--format', '{{.State}} {{.ExitCode}}', 'nginx');
  expect(state.trim()).toBe('exited 0');
});
