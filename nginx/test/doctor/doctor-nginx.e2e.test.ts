import { beforeAll, expect, test } from 'vitest';
import { freePort } from '@web/bff/test/processes';
import { findingsBehind, settingsOf, startApplication } from './findings-behind.ts';
import { directive } from './misconfigurations/misconfiguration.ts';
import { startNginx } from '../start-nginx.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import type { Kind } from '../ingress/proxies.ts';
import type { Edit } from '../ingress/start-proxy.ts';

type Name = Kind | 'no-trust' | 'no-bff';

const started = stopAfterAll();
const ports = new Map<Name, number>();
let authority: Authority;

/** nginx with the BFF behind it, as their images run. */
async function startBoth(name: Name, kind: Kind, env: Record<string, string> = {}): Promise<void> {
  const bffPort = name === 'no-bff' ? await freePort() : started(await startApplication(kind)).port;
  ports.set(name, started(await startNginx({ bffPort, env: { ...settingsOf(kind), ...env } })).port);
}

beforeAll(async () => {
  authority = await makeAuthority();
  started({ stop: authority.remove });
  await startBoth('preserving', 'preserving');
  await startBoth('stripping', 'stripping');
  await startBoth('no-trust', 'preserving', { TRUSTED_PROXIES: '' });
  await startBoth('no-bff', 'preserving');
});

const noScheme: Edit = ['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""'];
const noAddress: Edit = ['X-Forwarded-For $remote_addr', 'X-Forwarded-For ""'];
const decoding: Edit = [/proxy_pass http:\/\/web;(?=\s+\}\s+# Another)/, 'proxy_pass http://web/web/;'];
const noField = directive('proxy_set_header X-Requested-By "";');
const noPolicy = directive('proxy_hide_header Content-Security-Policy;');
const buffering: Edit = ['# WebSocket.', 'proxy_ignore_headers X-Accel-Buffering;'];

test.for<[title: string, name: Name, kind: Kind, finding?: string, edit?: Edit]>([
  ['an ingress that keeps the prefix has no finding', 'preserving', 'preserving'],
  ['an ingress that strips the prefix has no finding', 'stripping', 'stripping'],
  ['nginx cannot reach the BFF', 'no-bff', 'preserving', 'bff-unreachable'],
  ['the prefix is stripped, but nginx is not told', 'preserving', 'stripping', 'prefix-stripped'],
  ['the prefix is kept, but nginx expects it stripped', 'stripping', 'preserving', 'prefix-kept'],
  ['nginx trusts no proxy', 'no-trust', 'preserving', 'proxy-untrusted'],
  ['the scheme is not sent', 'preserving', 'preserving', 'scheme-lost', noScheme],
  ['the address is not sent', 'preserving', 'preserving', 'client-lost', noAddress],
  ['the path is decoded', 'preserving', 'preserving', 'path-decoded, slashes-merged', decoding],
  ['a field is dropped', 'preserving', 'preserving', 'request-field-removed: x-requested-by', noField],
  [
    'a policy is removed',
    'preserving',
    'preserving',
    'response-field-removed: content-security-policy',
    noPolicy,
  ],
  ['the ingress buffers events', 'preserving', 'preserving', 'events-held-back', buffering],
])('with nginx before the BFF: %s', async ([, name, kind, finding, edit]) => {
  const options = { edits: edit ? [edit] : [], upstreamPort: ports.get(name) ?? 0, authority };
  expect(await findingsBehind('nginx', kind, options)).toEqual(finding ? [finding] : []);
});
