import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SECURITY_HEADERS } from '../../conformance/checks.ts';
import { openTarget, type Target } from '../../conformance/target.ts';
import { startStack, type Stack } from './compose.ts';
import { root, run } from '@web/bff/test/processes';

const subnet = '172.30.90.0/24';
const retry = { timeout: 15_000, interval: 200 };

let stack: Stack;
let target: Target;

beforeAll(async () => {
  stack = await startStack({ name: 'web-e2e-stack', subnet });
  target = openTarget(`http://127.0.0.1:${stack.port}/web`, { ownsOrigin: true });
});

afterAll(() => stack.stop());

const status = () => target.request('/web/api/status');

test('18a while the BFF is down, calls are 502 or 503 problems and the shell is served', async () => {
  await stack.compose('stop', '--timeout', '2', 'bff');
  const call = await status();
  expect([502, 503, 504]).toContain(call.status);
  expect(call.headers['content-type']?.[0]).toMatch(/^application\/problem\+json/);
  expect(JSON.parse(call.text)).toMatchObject({
    status: call.status,
    requestId: call.headers['x-request-id']?.[0],
  });
  expect((await target.request('/web/')).status).toBe(200);
  expect((await target.request('/web/a/b')).status).toBe(404);
  await stack.compose('start', 'bff');
  await vi.waitFor(async () => expect((await status()).status).toBe(200), retry);
});

test('19a nginx starts and serves before the name of the BFF resolves, and finds it when it does', async () => {
  await stack.compose('rm', '--stop', '--force', 'bff', 'nginx');
  await stack.compose('up', '--no-build', '--detach', '--no-deps', '--wait', 'nginx');
  expect((await target.request('/web/')).status).toBe(200);
  expect((await status()).status).toBe(502);
  await stack.compose('up', '--no-build', '--detach', '--wait', 'bff');
  await vi.waitFor(async () => expect((await status()).status).toBe(200), retry);
});

test('19b a BFF that is replaced under a new address is found again within seconds', async () => {
  const addressOf = async () => (await stack.compose('exec', '-T', 'bff', 'hostname', '-i')).trim();
  const before = await addressOf();
  await stack.compose('rm', '--stop', '--force', 'bff');
  // Another container takes the free address first.
  const sleeper = 'web-e2e-stack-sleeper';
  await stack.compose(
    ...['run', '--detach', '--no-deps', '--name', sleeper, '--entrypoint', 'sleep', 'bff', '120'],
  );
  try {
    await stack.compose('up', '--no-build', '--detach', '--wait', 'bff');
    expect(await addressOf()).not.toBe(before);
    await vi.waitFor(async () => expect((await status()).status).toBe(200), retry);
  } finally {
    await run('docker', ['rm', '--force', sleeper]);
  }
});

test('21b nobody who reaches the published port is believed about scheme, host or address', async () => {
  const forwarded = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
  };
  const echo = async (headers: Record<string, string>) => {
    const response = await target.request('/web/api/test/echo/x', {
      headers: { host: 'example.org:8443', ...headers },
    });
    const { scheme, host, ip } = JSON.parse(response.text) as Record<string, string>;
    return { scheme, host, ip };
  };
  const plain = await echo({});
  expect(plain).toMatchObject({ scheme: 'http', host: 'example.org:8443' });
  expect(plain.ip).toMatch(/^172\.30\.90\./);
  expect(await echo(forwarded)).toEqual(plain);
});

test('32c a 502 has each security header exactly once too', async () => {
  await stack.compose('stop', '--timeout', '2', 'bff');
  const { headers } = await status();
  for (const name of SECURITY_HEADERS) {
    expect([name, headers[name]?.length]).toEqual([name, 1]);
  }
  await stack.compose('start', 'bff');
  await vi.waitFor(async () => expect((await status()).status).toBe(200), retry);
});

test('37c liveness, readiness and metrics are served on ports that other machines do not reach', async () => {
  const inside = (service: string, port: number, path: string) =>
    stack.compose(
      'exec',
      '-T',
      'bff',
      'node',
      '-e',
      `fetch('http://${service}:${port}${path}').then(async (r) => console.log(r.status, await r.text()))`,
    );
  expect(await inside('bff', 9000, '/livez')).toMatch(/^200 .*live/);
  expect(await inside('bff', 9000, '/readyz')).toMatch(/^200 .*ready/);
  expect(await inside('bff', 9000, '/metrics')).toMatch(/^200 [^]*http_request_duration_seconds_bucket/);
  expect(await inside('nginx', 9001, '/livez')).toMatch(/^200 .*live/);
  const published = JSON.parse(
    `[${(await stack.compose('ps', '--format', 'json')).trim().split('\n').join(',')}]`,
  ) as { Publishers: { URL: string; TargetPort: number; PublishedPort: number }[] }[];
  const open = published
    .flatMap(({ Publishers }) => Publishers)
    .filter(({ PublishedPort }) => PublishedPort > 0);
  expect(new Set(open.map(({ TargetPort }) => TargetPort))).toEqual(new Set([8080, 9001]));
  expect(open.filter(({ TargetPort }) => TargetPort === 9001)).toMatchObject([{ URL: '127.0.0.1' }]);
});

test('38a both containers run read-only, without capabilities or new privileges, and not as root', async () => {
  for (const service of ['nginx', 'bff']) {
    const inside = (script: string) => stack.compose('exec', '-T', service, 'sh', '-c', script);
    expect(await inside('id -u')).not.toBe('0\n');
    const report = await inside('grep -E "^(CapEff|CapPrm|CapBnd|NoNewPrivs):" /proc/1/status');
    expect(report).toMatch(/CapPrm:\s0+\nCapEff:\s0+\nCapBnd:\s0+\nNoNewPrivs:\s1/);
    expect(await inside('touch /srv/x /app/x /etc/x 2>&1; true')).toMatch(/(?:Read-only file system[^]*){2}/);
  }
});

test('both containers have limits of memory and processes, logs that rotate, labels and a list of packages', async () => {
  for (const service of ['nginx', 'bff']) {
    const id = (await stack.compose('ps', '--quiet', service)).trim();
    const [{ HostConfig, Config }] = JSON.parse((await run('docker', ['inspect', id])).stdout) as [
      { HostConfig: object; Config: { Labels: Record<string, string> } },
    ];
    expect(HostConfig).toMatchObject({
      ...{ Memory: 512 * 1024 ** 2, PidsLimit: 256 },
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
    });
    const labels = ['version', 'revision', 'source'].map((name) => `org.opencontainers.image.${name}`);
    expect(Object.keys(Config.Labels)).toEqual(expect.arrayContaining(labels));
    const list = await stack.compose('exec', '-T', service, 'cat', '/usr/share/sbom/web.cdx.json');
    const { bomFormat, components } = JSON.parse(list) as {
      bomFormat: string;
      components: { name: string }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react-dom']));
  }
});

test('the licences of what browsers get are served', async () => {
  const { status, headers, text } = await target.request('/web/licences.txt');
  expect([status, headers['content-type']?.[0]]).toEqual([200, 'text/plain; charset=utf-8']);
  for (const name of ['react', 'react-dom', 'react-router']) expect(text).toContain(`## ${name} - `);
});

test('secrets can come from files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  const files = {
    SESSION_SECRET_FILE: join(folder, 'session'),
    OIDC_CLIENT_SECRET_FILE: join(folder, 'oidc'),
  };
  await writeFile(files.SESSION_SECRET_FILE, 'too short');
  await writeFile(files.OIDC_CLIENT_SECRET_FILE, 'any');
  const project = ['--project-name', 'web-e2e-stack', '--project-directory', root];
  const composed = ['docker-compose.yml', 'nginx/operations/compose.secrets.yml'];
  const args = ['compose', ...project, ...composed.flatMap((file) => ['--file', join(root, file)])];
  await expect(
    run('docker', [...args, 'run', '--rm', '--no-deps', 'bff'], {
      env: { ...process.env, SUBNET: subnet, ...files },
    }),
  ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('SESSION_SECRET') });
  await rm(folder, { recursive: true });
});

test('30f behind nginx, which compresses, the BFF does not', async () => {
  const echo = await target.request('/web/api/test/echo/x', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(JSON.parse(echo.text)).toMatchObject({ acceptEncoding: '' });
});

test('nginx and the BFF log the request id', async () => {
  const id = `e2e-${crypto.randomUUID()}`;
  await target.request('/web/api/status?token=hunter2', { headers: { 'x-request-id': id } });
  await vi.waitFor(async () => {
    const logs = await stack.compose('logs', '--no-log-prefix');
    const lines = logs.split('\n').filter((line) => line.includes(id));
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({
        request_id: id,
        'url.path': '/web/api/status',
        'http.response.status_code': 200,
      });
    expect(logs).not.toContain('hunter2');
  }, retry);
});

test('nginx does not start with invalid settings, and reports them', async () => {
  const invalid = ['-e', 'INGRESS_STRIPS_PREFIX=ja', '-e', 'BFF_ADDRESS=bff'];
  await expect(stack.compose('run', '--rm', '--no-deps', ...invalid, 'nginx')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /Invalid settings:\n {2}INGRESS_STRIPS_PREFIX="ja": expected true or false\n {2}BFF_ADDRESS="bff": expected/,
    ),
  });
});

test('22c a large response reaches a slow client completely, and fills no disk', async () => {
  const bytes = 80_000_000;
  const response = await fetch(`${target.origin}/web/api/test/text/${bytes}`, {
    headers: { 'accept-encoding': 'identity' },
  });
  let size = 0;
  for await (const part of response.body ?? []) {
    if (size === 0) await sleep(1500);
    size += part.length;
  }
  expect(size).toBe(bytes + '{"text":""}'.length);
});

test('nginx stops in time although a stream does not end', async () => {
  const stream = await fetch(`${target.origin}/web/api/test/events`);
  const reader = stream.body?.getReader();
  await reader?.read();
  await stack.compose('stop', 'nginx');
  const { State } = JSON.parse(await stack.compose('ps', '--all', '--format', 'json', 'nginx')) as {
    State: string;
  };
  const code = (await stack.compose('ps', '--all', '--format', '{{.ExitCode}}', 'nginx')).trim();
  expect([State, code]).toEqual(['exited', '0']);
});
