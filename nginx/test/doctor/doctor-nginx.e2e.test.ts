import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startBff } from '@web/bff/test/start-bff';
import { findingsBehind, secret } from './findings-behind.ts';
import { directive } from './misconfigurations/misconfiguration.ts';
import { startNginx } from '../start-nginx.ts';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import type { Kind } from '../ingress/proxies.ts';
import type { Edit } from '../ingress/start-proxy.ts';
import { freePort, root, type Running } from '@web/bff/test/processes';

type Name = 'preserving' | 'stripping' | 'trusting no proxy' | 'without a BFF';

const running: Running[] = [];
const ports = new Map<Name, number>();
let authority: Authority;

/** nginx with the BFF behind it, as their images run. */
async function startBoth(name: Name, env: Record<string, string>, hasBff = true): Promise<void> {
  const settings = { TRUSTED_PROXIES: '127.0.0.1', DIAGNOSTICS: secret, HSTS_SECONDS: '31536000', ...env };
  const main = resolve(root, 'bff/dist/main.js');
  const bff = hasBff ? await startBff({ ...settings, TRUSTED_PROXIES: '127.0.0.1' }, main) : undefined;
  if (bff) running.push(bff);
  const nginx = await startNginx({ bffPort: bff?.port ?? (await freePort()), env: settings });
  running.push(nginx);
  ports.set(name, nginx.port);
}

beforeAll(async () => {
  authority = await makeAuthority();
  await startBoth('preserving', {});
  await startBoth('stripping', { INGRESS_STRIPS_PREFIX: 'true' });
  await startBoth('trusting no proxy', { TRUSTED_PROXIES: '' });
  await startBoth('without a BFF', {}, false);
});

afterAll(async () => {
  for (const process of running.toReversed()) await process.stop();
  await authority?.remove();
});

const noScheme: Edit = ['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""'];
const noAddress: Edit = ['X-Forwarded-For $remote_addr', 'X-Forwarded-For ""'];
const decoding: Edit = [/proxy_pass http:\/\/web;(?=\s+\}\s+# Another)/, 'proxy_pass http://web/web/;'];
const noField = directive('proxy_set_header X-Requested-By "";');
const noPolicy = directive('proxy_hide_header Content-Security-Policy;');
const buffering: Edit = ['# WebSocket.', 'proxy_ignore_headers X-Accel-Buffering;'];

test.for<[title: string, name: Name, kind: Kind, edits: Edit[], finds: string[]]>([
  ['an ingress that keeps the prefix has no finding', 'preserving', 'preserving', [], []],
  ['an ingress that strips the prefix has no finding', 'stripping', 'stripping', [], []],
  ['nginx cannot reach the BFF', 'without a BFF', 'preserving', [], ['bff-unreachable']],
  ['the prefix is stripped, but nginx is not told', 'preserving', 'stripping', [], ['prefix-stripped']],
  ['the prefix is kept, but nginx expects it stripped', 'stripping', 'preserving', [], ['prefix-kept']],
  ['nginx trusts no proxy', 'trusting no proxy', 'preserving', [], ['proxy-untrusted']],
  ['the ingress does not send the scheme', 'preserving', 'preserving', [noScheme], ['scheme-lost']],
  ['the ingress does not send the address', 'preserving', 'preserving', [noAddress], ['client-lost']],
  ['the ingress decodes the path', 'preserving', 'preserving', [decoding], ['path-decoded, slashes-merged']],
  [
    'the ingress drops a field',
    'preserving',
    'preserving',
    [noField],
    ['request-field-removed: x-requested-by'],
  ],
  [
    'the ingress removes a field',
    'preserving',
    'preserving',
    [noPolicy],
    ['response-field-removed: content-security-policy'],
  ],
  ['the ingress buffers events', 'preserving', 'preserving', [buffering], ['events-held-back']],
])('with nginx before the BFF: %s', async ([, name, kind, edits, finds]) => {
  const upstreamPort = ports.get(name) ?? 0;
  expect(await findingsBehind('nginx', kind, { edits, upstreamPort, authority })).toEqual(finds);
});
