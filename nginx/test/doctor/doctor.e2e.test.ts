import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../conformance/doctor/findings.ts';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import type { Misconfiguration } from './misconfigurations/misconfiguration.ts';
import { misconfigurationsFromOutside } from './misconfigurations/from-outside.ts';
import { misconfigurationsOfOtherProxies } from './misconfigurations/of-other-proxies.ts';
import { misconfigurationsOfRequests } from './misconfigurations/of-requests.ts';
import { misconfigurationsOfResponses } from './misconfigurations/of-responses.ts';
import { misconfigurationsWithDiagnostics } from './misconfigurations/with-diagnostics.ts';
import { misconfigurationsWithSignIn } from './misconfigurations/with-sign-in.ts';
import { findingsBehind } from './findings-behind.ts';
import { startProxy } from '../ingress/start-proxy.ts';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { kinds, proxyNames, type Kind } from '../ingress/proxies.ts';
import { freePort, root, run } from '@web/bff/test/processes';

const foundFromOutside = [
  ...misconfigurationsFromOutside,
  ...misconfigurationsOfRequests,
  ...misconfigurationsOfResponses,
];
const misconfigurations = [
  ...foundFromOutside,
  ...misconfigurationsWithDiagnostics,
  ...misconfigurationsOfOtherProxies,
];

const applications = new Map<string, RunningBff>();
let authority: Authority;
let endingAuthority: Authority;

beforeAll(async () => {
  authority = await makeAuthority();
  endingAuthority = await makeAuthority({ days: 10 });
  for (const diagnostics of [true, false]) {
    for (const kind of kinds) {
      const env = {
        TRUSTED_PROXIES: '127.0.0.1',
        HSTS_SECONDS: '31536000',
        INGRESS_STRIPS_PREFIX: String(kind === 'stripping'),
        DIAGNOSTICS: String(diagnostics),
      };
      applications.set(`${kind} ${diagnostics}`, await startBff(env, resolve(root, 'bff/dist/main.js')));
    }
  }
});

afterAll(async () => {
  for (const application of applications.values()) await application.stop();
  await endingAuthority?.remove();
  await authority?.remove();
});

const portOf = (kind: Kind, diagnostics: boolean) => applications.get(`${kind} ${diagnostics}`)?.port ?? 0;

async function findingsWith(item: Misconfiguration, diagnostics: boolean) {
  const { proxy = 'nginx', kind = 'preserving', configuredFor = kind, edits, plain, down, isEnding } = item;
  const upstreamPort = down ? await freePort() : portOf(configuredFor, diagnostics);
  const tls = isEnding ? endingAuthority : authority;
  return findingsBehind(proxy, kind, { edits, upstreamPort, authority: plain ? undefined : tls });
}

test.concurrent.each(misconfigurations)('the doctor finds that $title, and nothing else', async (item) => {
  expect(await findingsWith(item, true)).toEqual(item.finds);
});

test.concurrent.each(foundFromOutside)(
  'without diagnostics, too, the doctor finds that $title',
  async (item) => {
    expect(await findingsWith(item, false)).toEqual(item.finds);
  },
);

const examples = proxyNames.flatMap((proxy) => kinds.map((kind) => ({ proxy, kind })));

test.concurrent.each(examples)('the example for $proxy, $kind, has no finding', async ({ proxy, kind }) => {
  const options = { upstreamPort: portOf(kind, true), authority, isReachable: true };
  expect(await findingsBehind(proxy, kind, options)).toEqual([]);
});

test('the command detects that the prefix is stripped, and names the checks that need diagnostics', async () => {
  const runCommand = async (diagnostics: boolean) => {
    const { port, stop } = await startProxy('nginx', 'stripping', {
      upstreamPort: portOf('stripping', diagnostics),
    });
    try {
      const address = `http://localhost:${port}/web`;
      return await run('npm', ['run', 'conformance', '--', '--verbose', address], { cwd: root });
    } finally {
      await stop();
    }
  };
  const [withDiagnostics, without] = [await runCommand(true), await runCommand(false)];
  for (const { stdout } of [withDiagnostics, without])
    expect(stdout).toMatch(/No finding\n\n[^]*\n\d+ cases passed, 0 failed, /);
  expect(withDiagnostics.stdout).toMatch(/✓ .*, events, [^]*\nDIAGNOSTICS is on: remove the setting/);
  expect(without.stdout).toMatch(/– events .*\n +needs DIAGNOSTICS=true\n/);
  expect(without.stdout).not.toContain('DIAGNOSTICS is on');
});

test('every finding has its misconfiguration', () => {
  const planted = new Set<string>(
    [...misconfigurations, ...misconfigurationsWithSignIn].flatMap(({ finds }) => finds),
  );
  // It needs nginx without a BFF: doctor-nginx.e2e.test.ts.
  expect(Object.keys(findings).filter((id) => !planted.has(id))).toEqual(['bff-unreachable']);
});
