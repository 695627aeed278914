import { beforeAll, expect, test } from 'vitest';
import { runChecks } from '../../conformance/doctor/run-checks.ts';
import { signInChecks } from '../../conformance/doctor/checks/sign-in.ts';
import { openTarget } from '../../conformance/target.ts';
import { freePort } from '@web/bff/test/processes';
import { client, startTestProvider } from '@web/bff/test/session/test-provider';
import { startBff, testBundle } from '@web/bff/test/start-bff';
import { findingsBehind, secret, settingsOf, startApplication } from './findings-behind.ts';
import { directive } from './misconfigurations/misconfiguration.ts';
import { misconfigurationsWithSignIn } from './misconfigurations/with-sign-in.ts';
import { startNginx } from '../start-nginx.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import type { Kind } from '../ingress/proxies.ts';
import type { Edit } from '../ingress/start-proxy.ts';

const UNUSED = 'http://127.0.0.1:1';

const started = stopAfterAll();
let authority: Authority;

/** nginx with the BFF behind it, as their images run. */
async function startBoth(kind: Kind, env: Record<string, string> = {}, hasBff = true) {
  const bffPort = hasBff ? started(await startApplication(kind)).port : await freePort();
  return startNginx({ bffPort, env: { ...settingsOf(kind), ...env } });
}

async function startWithSignIn(kind: Kind, hasProvider = true) {
  const options = { applications: ['https://localhost/web'], people: {} };
  const env = {
    ...settingsOf(kind),
    OIDC_ISSUER: hasProvider ? started(await startTestProvider(options)).issuer : UNUSED,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    UPSTREAM_MINE: UNUSED,
    UPSTREAM_OURS: UNUSED,
  };
  return startBff(env, testBundle('sessions'));
}

const applications = {
  nginx: () => startBoth('preserving'),
  'nginx that strips': () => startBoth('stripping'),
  'nginx that trusts none': () => startBoth('preserving', { TRUSTED_PROXIES: '' }),
  'nginx alone': () => startBoth('preserving', {}, false),
  'sign-in': () => startWithSignIn('preserving'),
  'sign-in that strips': () => startWithSignIn('stripping'),
  'sign-in without a provider': () => startWithSignIn('preserving', false),
};
const ports: Record<string, number> = {};

beforeAll(async () => {
  authority = await makeAuthority();
  started({ stop: authority.remove });
  for (const [name, start] of Object.entries(applications)) ports[name] = started(await start()).port;
});

const noScheme: Edit = ['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""'];
const noAddress: Edit = ['X-Forwarded-For $remote_addr', 'X-Forwarded-For ""'];
const decoding: Edit = [/proxy_pass http:\/\/web;(?=\s+\}\s+# Another)/, 'proxy_pass http://web/web/;'];
const noField = directive('proxy_set_header X-Requested-By "";');
const noPolicy = directive('proxy_hide_header Content-Security-Policy;');
const buffering: Edit = ['# WebSocket.', 'proxy_ignore_headers X-Accel-Buffering;'];

test.for<[kind: Kind, before: keyof typeof applications, finding?: string, edit?: Edit]>([
  ['preserving', 'nginx'],
  ['stripping', 'nginx that strips'],
  ['preserving', 'sign-in'],
  ['stripping', 'sign-in that strips'],
  ['preserving', 'nginx alone', 'bff-unreachable'],
  ['stripping', 'nginx', 'prefix-stripped'],
  ['preserving', 'nginx that strips', 'prefix-kept'],
  ['preserving', 'nginx that trusts none', 'proxy-untrusted'],
  ['preserving', 'nginx', 'scheme-lost', noScheme],
  ['preserving', 'nginx', 'client-lost', noAddress],
  ['preserving', 'nginx', 'path-decoded, path-changed, slashes-merged', decoding],
  ['preserving', 'nginx', 'request-field-removed: x-requested-by', noField],
  ['preserving', 'nginx', 'response-field-removed: content-security-policy', noPolicy],
  ['preserving', 'nginx', 'events-held-back', buffering],
])('an ingress that is %s before %s: the finding is %s', async ([kind, before, finding, edit]) => {
  const options = {
    upstreamPort: ports[before] ?? 0,
    authority,
    edits: edit ? [edit] : [],
    isReachable: !finding,
  };
  expect(await findingsBehind('nginx', kind, options)).toEqual(finding ? [finding] : []);
});

test.each(misconfigurationsWithSignIn)('the doctor finds that $title, and nothing else', async (item) => {
  const { proxy = 'nginx', edits, finds } = item;
  const options = { edits, upstreamPort: ports['sign-in'] ?? 0, authority };
  expect(await findingsBehind(proxy, 'preserving', options)).toEqual(finds);
});

test.each([
  ['sign-in', 'passed'],
  ['sign-in without a provider', 'not-observable'],
] as const)('the BFF alone, %s: sign-in is %s, the rest passes', async (name, outcome) => {
  const target = openTarget(`http://127.0.0.1:${ports[name]}/web`);
  const { results } = await runChecks(target, { secret, slowMs: 100 });
  expect(results.slice(-signInChecks.length).map((result) => `${result.id} ${result.outcome}`)).toEqual([
    `sign-in ${outcome}`,
    ...['callback', 'back-channel', 'clock'].map((id) => `${id} passed`),
  ]);
});
