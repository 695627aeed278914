import { beforeAll, expect, test } from 'vitest';
import { runChecks } from '../../conformance/doctor/run-checks.ts';
import { signInChecks } from '../../conformance/doctor/checks/sign-in.ts';
import { openTarget } from '../../conformance/target.ts';
import { client, startTestProvider } from '@web/bff/test/session/test-provider';
import { startBff, testBundle } from '@web/bff/test/start-bff';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { kinds, type Kind } from '../ingress/proxies.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { findingsBehind, secret, settingsOf } from './findings-behind.ts';
import { misconfigurationsWithSignIn } from './misconfigurations/with-sign-in.ts';

const UNUSED = 'http://127.0.0.1:1';

const started = stopAfterAll();
const ports = new Map<Kind | 'without a provider', number>();
let authority: Authority;

async function startWithSignIn(kind: Kind, issuer: string): Promise<number> {
  const env = {
    ...settingsOf(kind),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    UPSTREAM_MINE: UNUSED,
    UPSTREAM_OURS: UNUSED,
  };
  return started(await startBff(env, testBundle('sessions'))).port;
}

beforeAll(async () => {
  authority = await makeAuthority();
  started({ stop: authority.remove });
  const { issuer } = started(
    await startTestProvider({ applications: ['https://localhost/web'], people: {} }),
  );
  for (const kind of kinds) ports.set(kind, await startWithSignIn(kind, issuer));
  ports.set('without a provider', await startWithSignIn('preserving', UNUSED));
});

test.each(kinds)('where people sign in, an ingress that is %s has no finding', async (kind) => {
  const options = { upstreamPort: ports.get(kind) ?? 0, authority, isReachable: true };
  expect(await findingsBehind('nginx', kind, options)).toEqual([]);
});

test.each(misconfigurationsWithSignIn)('the doctor finds that $title, and nothing else', async (item) => {
  const { proxy = 'nginx', edits, finds } = item;
  const upstreamPort = ports.get('preserving') ?? 0;
  expect(await findingsBehind(proxy, 'preserving', { edits, upstreamPort, authority })).toEqual(finds);
});

test.each([
  ['preserving', 'passed'],
  ['without a provider', 'not-observable'],
] as const)('the BFF alone, %s: sign-in is %s, the rest passes', async (name, outcome) => {
  const target = openTarget(`http://127.0.0.1:${ports.get(name)}/web`);
  const { results } = await runChecks(target, { secret, slowMs: 100 });
  expect(results.slice(-signInChecks.length).map((result) => `${result.id} ${result.outcome}`)).toEqual([
    `sign-in ${outcome}`,
    ...['callback', 'back-channel', 'clock'].map((id) => `${id} passed`),
  ]);
});
