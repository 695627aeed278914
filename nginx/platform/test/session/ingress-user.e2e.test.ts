import { chmod, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { applicationAt, Visitor } from '@web/bff/platform/test/session/visitor';
import { startBff, type RunningBff } from '@web/bff/platform/testing/start-bff';
import { testBundle } from '@web/bff/platform/test/test-bundles';
import { declareSession } from '@web/client/platform/test/session/declare-session';
import { invalidInNginx } from '#platform/testing/render-config.ts';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from '../stop-after-all.ts';

const headers = { INGRESS_USER_HEADER: 'X-User', INGRESS_GROUPS_HEADER: 'X-Groups' };
const ann = { 'x-user': 'ann', 'x-groups': 'reader' };

const started = stopAfterAll();
let project: string;
let bff: RunningBff;

beforeAll(async () => {
  project = await scratchCopy();
  started({ stop: () => rm(project, { recursive: true, force: true }) });
  await chmod(project, 0o755);
  await cp(join(root, 'client/dist'), join(project, 'client/dist'), { recursive: true });
  await declareSession(project);
  const upstreams = { UPSTREAM_MINE: 'http://127.0.0.1:1', UPSTREAM_OURS: 'http://127.0.0.1:1' };
  const env = { ...headers, ...upstreams, TRUSTED_PROXIES: '127.0.0.1' };
  bff = started(await startBff(env, testBundle('sessions')));
});

/** Signs in through nginx. Returns the address to which the BFF redirects, and the subject of the session. */
async function signInThroughNginx(env: Record<string, string>) {
  const nginx = started(await startNginx({ bffPort: bff.port, project, env }));
  const visitor = new Visitor(applicationAt(`http://127.0.0.1:${nginx.port}`), ann);
  const { headers } = await visitor.send('GET', '/web/api/session/sign-in?to=/web/things');
  return [headers['location'], (await visitor.call('GET /who')).json().subject];
}
const nobody = ['/web/session?problem=not-configured&to=%2Fweb%2Fthings', null];

test('a user of an ingress in TRUSTED_PROXIES is signed in through nginx', async () => {
  expect(await signInThroughNginx({ ...headers, TRUSTED_PROXIES: '127.0.0.1' })).toEqual([
    '/web/things',
    'ann',
  ]);
});

test.each([
  ['is not in TRUSTED_PROXIES', { ...headers, TRUSTED_PROXIES: '10.0.0.1' }],
  ['sends a header that nginx does not know', { TRUSTED_PROXIES: '127.0.0.1' }],
  ['sends groups that nginx does not know', { INGRESS_USER_HEADER: 'X-User', TRUSTED_PROXIES: '127.0.0.1' }],
])('a client that %s cannot sign in by sending the headers', async (_, env) => {
  expect(await signInThroughNginx(env)).toEqual(nobody);
});

test.each([{}, { TRUSTED_PROXIES: '' }])(
  'nginx does not start with INGRESS_USER_HEADER, and with %j',
  async (env) => {
    expect(await invalidInNginx({ ...headers, ...env })).toEqual([
      'TRUSTED_PROXIES is not set: expected the addresses of the proxies whose INGRESS_USER_HEADER counts',
    ]);
  },
);
