import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChecks } from '../../conformance/doctor/run-checks.ts';
import { signInChecks } from '../../conformance/doctor/checks/sign-in.ts';
import { openTarget } from '../../conformance/target.ts';
import type { Running } from '@web/bff/test/processes';
import { client, startTestProvider } from '@web/bff/test/session/test-provider';
import { startBff, testBundle } from '@web/bff/test/start-bff';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { kinds, type Kind } from '../ingress/proxies.ts';
import { findingsBehind, secret } from './findings-behind.ts';
import { misconfigurationsWithSignIn } from './misconfigurations/with-sign-in.ts';

const running: Running[] = [];
const ports = new Map<Kind | 'without a provider', number>();
let authority: Authority;

beforeAll(async () => {
  authority = await makeAuthority();
  const provider = await startTestProvider({ applications: ['https://localhost/web'], people: {} });
  running.push(provider);
  const main = testBundle('sessions');
  const unused = 'http://127.0.0.1:1';
  const startOne = async (name: Kind | 'without a provider', issuer: string) => {
    const bff = await startBff(
      {
        ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
        ...{ UPSTREAM_MINE: unused, UPSTREAM_OURS: unused, TRUSTED_PROXIES: '127.0.0.1' },
        ...{
          DIAGNOSTICS: secret,
          HSTS_SECONDS: '31536000',
          INGRESS_STRIPS_PREFIX: String(name === 'stripping'),
        },
      },
      main,
    );
    running.push(bff);
    ports.set(name, bff.port);
  };
  for (const kind of kinds) await startOne(kind, provider.issuer);
  await startOne('without a provider', unused);
});

afterAll(async () => {
  for (const process of running.toReversed()) await process.stop();
  await authority?.remove();
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
  expect(results.slice(-signInChecks.length).map((one) => `${one.id} ${one.outcome}`)).toEqual([
    `sign-in ${outcome}`,
    ...['callback', 'back-channel', 'clock'].map((id) => `${id} passed`),
  ]);
});
