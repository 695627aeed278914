import { chmod, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, root } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';
import { atProvider, callback, start } from '@web/bff/test/session/at-provider';
import { startTestProvider } from '@web/bff/test/session/test-provider';
import { type Application, applicationAt, Visitor } from '@web/bff/test/session/visitor';
import { startBff, testBundle } from '@web/bff/test/start-bff';
import { declareSession } from '@web/client/test/session/declare-session';
import { onlyHeader, problem, SECURITY_HEADERS } from '../../conformance/checks.ts';
import { sendRequest } from '../../conformance/request.ts';
import { startNginx } from '../start-nginx.ts';
import { stopAfterAll } from '../stop-after-all.ts';

const tls = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.example' };
/** An ingress that sends `/web/x` on as `/x`. */
const stripped = (app: Application): Application => ({
  inject: (sent) => app.inject({ ...sent, url: sent.url.replace('/web/', '/') }),
});

const started = stopAfterAll();
/** nginx before a product with sign-in: for an ingress that preserves the prefix, and for one that strips it. */
const products = new Map<string, Awaited<ReturnType<typeof startProduct>>>();
let project: string;

async function startProduct(strips: boolean) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const applications = [`${address}/web`, 'https://app.example/web'];
  const people = { ann: { name: 'Ann', role: 'reader' } };
  const provider = started(await startTestProvider({ applications, people }));
  const env = { INGRESS_STRIPS_PREFIX: String(strips) };
  const settings = {
    ...env,
    ...provider.settings,
    UPSTREAM_MINE: 'http://127.0.0.1:1',
    UPSTREAM_OURS: 'http://127.0.0.1:1',
  };
  const bff = started(await startBff(settings, testBundle('sessions')));
  const nginx = started(await startNginx({ bffPort: bff.port, port, project, env }));
  return { address, bff, nginx };
}

beforeAll(async () => {
  project = await scratchCopy();
  // Debian's nginx reads the files as another user.
  await chmod(project, 0o755);
  await cp(join(root, 'client/dist'), join(project, 'client/dist'), { recursive: true });
  await declareSession(project);
  products.set('preserving', await startProduct(false));
  products.set('stripping', await startProduct(true));
});
afterAll(() => rm(project, { recursive: true, force: true }));

test.each([
  ['without an ingress', 'preserving', undefined],
  ['behind TLS', 'preserving', tls],
  ['behind TLS that strips the prefix', 'stripping', tls],
])(
  '%s, a person signs in, returns to where they were, and signs out; no log has a secret',
  async (_, kind, fields) => {
    const { address, nginx } = products.get(kind)!;
    const app = applicationAt(address);
    const visitor = new Visitor(kind === 'stripping' ? stripped(app) : app, fields);
    const [origin, prefix] = fields ? ['https://app.example', '__Secure-'] : [address, ''];
    const location = new URL(await start(visitor, '?to=/web/things?page=2%23row'));
    expect(location.searchParams.get('redirect_uri')).toBe(`${origin}/web/api/session/callback`);
    const secrets = visitor.cookies.map(({ value }) => value);
    const path = '/web/api/session';
    expect(visitor.cookies).toEqual([
      { name: expect.stringMatching(`^${prefix}web-sign-in`), value: secrets[0], path },
    ]);
    const url = new URL(await atProvider(location.href, 'ann'));
    for (const name of ['code', 'state']) secrets.push(url.searchParams.get(name) ?? '');
    const back = await callback(visitor, url.href);
    expect([back.statusCode, back.headers.location]).toEqual([303, '/web/things?page=2#row']);
    expect(visitor.cookies).toMatchObject([
      { name: `${prefix}web-session`, path: '/web' },
      { name: 'web-signed-in', path: '/web' },
    ]);
    secrets.push(...(visitor.cookie(`${prefix}web-session`) ?? '').split('.'));
    expect((await visitor.call('GET /things')).json()).toMatchObject({ subject: 'ann' });
    const { to } = (await visitor.call('DELETE /session')).json<{ to: string }>();
    expect(new URL(to).searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/web/`);
    expect(await visitor.status('GET /things')).toBe(401);
    await expect.poll(nginx.logs).toContain('DELETE');
    const logs = await nginx.logs();
    expect(secrets.filter((secret) => secret === '' || logs.includes(secret))).toEqual([]);
  },
);

test.each([
  ['preserving', '/web/api/session'],
  ['stripping', '/api/session'],
])('%s, a navigation ends on a screen while the BFF is away, and no log has its code', async (kind, path) => {
  const { address, bff, nginx } = products.get(kind)!;
  await bff.stop();
  for (const query of [
    '/sign-in?to=/web/a',
    '/callback?code=a-code-of-this-test&state=a-state-of-this-test',
  ]) {
    const headers = { 'sec-fetch-mode': 'navigate' };
    const response = await sendRequest(address, path + query, { headers });
    expect([response.status, onlyHeader(response, 'location')]).toEqual([
      303,
      '/web/session?problem=unavailable',
    ]);
    for (const name of [...SECURITY_HEADERS, 'x-request-id']) onlyHeader(response, name);
    expect(response.headers['cache-control']).toEqual(['no-store']);
  }
  problem(502)(await sendRequest(address, path));
  expect(await nginx.logs()).not.toMatch(/a-code-of-this-test|a-state-of-this-test/);
});
