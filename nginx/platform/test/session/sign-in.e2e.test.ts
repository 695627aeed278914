import { chmod, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, root, type Running } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { atProvider, callback, start } from '@web/bff/platform/test/session/at-provider';
import { startTestProvider } from '@web/bff/platform/testing/test-provider';
import { applicationAt, Visitor } from '@web/bff/platform/test/session/visitor';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { testBundle } from '@web/bff/platform/test/test-bundles';
import { declareSession } from '@web/client/platform/test/session/declare-session';
import { onlyHeader, problem, SECURITY_HEADERS } from '#platform/conformance/checks.ts';
import { sendRequest } from '#platform/conformance/request.ts';
import { startNginx } from '#platform/testing/start-nginx.ts';

const keep = <R extends Running>(running: R): R => {
  onTestFinished(() => running.stop());
  return running;
};

/** Starts nginx and a product with sign-in, for an ingress that terminates TLS and strips the prefix. */
async function startProduct() {
  const project = await scratchCopy();
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  await chmod(project, 0o755);
  await cp(join(root, 'client/dist'), join(project, 'client/dist'), { recursive: true });
  await declareSession(project);
  const port = await freePort();
  const users = { ann: { name: 'Ann', role: 'reader' } };
  const provider = keep(await startTestProvider({ applications: ['https://app.example/web'], users }));
  const env = { INGRESS_STRIPS_PREFIX: 'true' };
  const upstreams = { UPSTREAM_MINE: 'http://127.0.0.1:1', UPSTREAM_OURS: 'http://127.0.0.1:1' };
  const bff = keep(await startBff({ ...env, ...provider.settings, ...upstreams }, testBundle('sessions')));
  const nginx = keep(await startNginx({ bffPort: bff.port, port, project, env }));
  return { address: `http://127.0.0.1:${port}`, bff, nginx };
}

test('behind an ingress that strips the prefix, sign-in and sign-out work and log no secrets; while the BFF is down, a sign-in gets a screen instead of JSON', async () => {
  const { address, bff, nginx } = await startProduct();
  const app = applicationAt(address);
  const visitor = new Visitor(
    { inject: (sent) => app.inject({ ...sent, url: sent.url.replace('/web/', '/') }) },
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.example' },
  );
  const location = await start(visitor, '?to=/web/things?page=2%23row');
  const secrets = visitor.cookies.map(({ value }) => value);
  const url = new URL(await atProvider(location, 'ann'));
  for (const name of ['code', 'state']) secrets.push(url.searchParams.get(name) ?? '');
  const back = await callback(visitor, url.href);
  expect([back.statusCode, back.headers.location]).toEqual([303, '/web/things?page=2#row']);
  secrets.push(...(visitor.cookie('__Secure-web-session') ?? '').split('.'));
  expect((await visitor.call('GET /things')).json()).toMatchObject({ subject: 'ann' });
  expect(await visitor.status('DELETE /session')).toBe(200);
  expect(await visitor.status('GET /things')).toBe(401);

  await bff.stop();
  for (const query of ['/sign-in?to=/web/a', '/callback?code=a-code&state=a-state']) {
    const headers = { 'sec-fetch-mode': 'navigate' };
    const response = await sendRequest(address, `/api/session${query}`, { headers });
    expect([response.status, onlyHeader(response, 'location')]).toEqual([
      303,
      '/web/session?problem=unavailable',
    ]);
    for (const name of [...SECURITY_HEADERS, 'x-request-id']) onlyHeader(response, name);
    expect(response.headers['cache-control']).toEqual(['no-store']);
  }
  problem(502)(await sendRequest(address, '/api/session'));
  await expect.poll(nginx.logs).toContain('DELETE');
  const logs = await nginx.logs();
  expect([...secrets, 'a-code', 'a-state'].filter((secret) => logs.includes(secret))).toEqual([]);
});
