import { availableParallelism } from 'node:os';
import { beforeAll, expect, test, vi } from 'vitest';
import { kinds as kindsOfFindings } from '../../conformance/doctor/advice.ts';
import type { RunningBff } from '@web/bff/test/start-bff';
import type { Misconfiguration } from './misconfigurations/misconfiguration.ts';
import { misconfigurationsFromOutside } from './misconfigurations/from-outside.ts';
import { misconfigurationsOfOtherProxies } from './misconfigurations/of-other-proxies.ts';
import { misconfigurationsOfRequests } from './misconfigurations/of-requests.ts';
import { misconfigurationsOfResponses } from './misconfigurations/of-responses.ts';
import { misconfigurationsWithDiagnostics } from './misconfigurations/with-diagnostics.ts';
import { misconfigurationsWithSignIn } from './misconfigurations/with-sign-in.ts';
import { findingsBehind, secret, startApplication } from './findings-behind.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { startProxy, type Edit } from '../ingress/start-proxy.ts';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { kinds, proxyNames, type Kind, type Proxy } from '../ingress/proxies.ts';
import { directive } from './misconfigurations/misconfiguration.ts';
import { freePort, root, run, start } from '@web/bff/test/processes';

const ofNginx = [
  ...misconfigurationsFromOutside,
  ...misconfigurationsOfRequests,
  ...misconfigurationsOfResponses,
  ...misconfigurationsWithDiagnostics,
];
const misconfigurations = [...ofNginx, ...misconfigurationsOfOtherProxies];

/** Applications that are free: the diagnostics of one respond to one check at a time. */
const free: Record<Kind, RunningBff[]> = { preserving: [], stripping: [] };
const counts = { preserving: 8, stripping: 2 };
const started = stopAfterAll();
let authorities: Record<'good' | 'ending' | 'untrusted', Authority>;

beforeAll(async () => {
  authorities = {
    good: await makeAuthority(),
    ending: await makeAuthority({ days: 10 }),
    untrusted: await makeAuthority({ isTrusted: false }),
  };
  for (const { remove } of Object.values(authorities)) started({ stop: remove });
  for (const kind of kinds)
    while (free[kind].length < counts[kind]) free[kind].push(started(await startApplication(kind)));
});

/** Runs with the port of an application that no other check uses. */
async function withApplication<T>(kind: Kind, run: (port: number) => Promise<T>): Promise<T> {
  const application = await vi.waitFor(
    () => free[kind].pop() ?? Promise.reject(new Error('none is free')),
    100_000,
  );
  try {
    return await run(application.port);
  } finally {
    free[kind].push(application);
  }
}

async function findingsWith(item: Misconfiguration) {
  const { proxy = 'nginx', kind = 'preserving', configuredFor = kind, edits, plain, down } = item;
  const authority = plain ? undefined : authorities[item.certificate ?? 'good'];
  const unused = down ? await freePort() : undefined;
  return withApplication(configuredFor, (port) =>
    findingsBehind(proxy, kind, { edits, upstreamPort: unused ?? port, authority }),
  );
}

const isFull = process.env['FULL'] !== undefined;
const planted = isFull ? misconfigurations : ofNginx;

test.concurrent.each(planted)('the doctor finds that $title, and nothing else', async (item) => {
  expect(await findingsWith(item)).toEqual(item.finds);
});

const examples = proxyNames.flatMap((proxy) => kinds.map((kind) => ({ proxy, kind })));

const findingsOfExample = (proxy: Proxy, kind: Kind) =>
  withApplication(kind, (upstreamPort) =>
    findingsBehind(proxy, kind, { upstreamPort, authority: authorities.good, isReachable: true }),
  );

test.concurrent.each(examples)('the example for $proxy, $kind, has no finding', async ({ proxy, kind }) => {
  expect(await findingsOfExample(proxy, kind)).toEqual([]);
});

// That a slow application is no hop's fault: conformance/test/compare.test.ts.
test.runIf(isFull).each(proxyNames)('while every core is busy, %s has no finding', async (proxy) => {
  const busy = Array.from({ length: availableParallelism() }, () => start('node', ['-e', 'for (;;);']));
  try {
    expect(await findingsOfExample(proxy, 'preserving')).toEqual([]);
  } finally {
    for (const process of busy) await process.stop();
  }
});

test('every kind of finding has its misconfiguration', () => {
  const found = [...misconfigurations, ...misconfigurationsWithSignIn].flatMap(({ finds }) => finds);
  const kindsFound = new Set(found.flatMap((id) => id.split(/[:,] /)));
  // nginx without a BFF: doctor-applications.e2e.test.ts.
  expect(kindsOfFindings.filter((kind) => !kindsFound.has(kind))).toEqual(['bff-unreachable']);
});

test('the command reports where, what, why and the setting; one cause for all cases that fail', async () => {
  const check = (...edits: Edit[]) =>
    withApplication('stripping', async (upstreamPort) => {
      const { port, stop } = await startProxy('nginx', 'stripping', { upstreamPort, edits });
      const command = ['run', 'conformance', '--', `http://localhost:${port}/web`];
      const env = { ...process.env, DIAGNOSTICS: secret };
      const failed = (error: { code: number; stdout: string }) => error;
      try {
        return await run('npm', command, { cwd: root, env }).catch(failed);
      } finally {
        await stop();
      }
    });
  const well = await check();
  expect(well.stdout).toMatch(
    /\n✓ reach, forwarding, .*missing\n– certificate: no TLS\nNo finding\n\n\d+ cases passed, 0 failed, \d+ not observable\nRemove DIAGNOSTICS when you are done.\n$/,
  );
  const faulty = await check(directive('proxy_hide_header Referrer-Policy;'));
  expect(faulty).toMatchObject({ code: 1 });
  expect(faulty.stdout).toMatch(
    /\n✗ response-field-removed: referrer-policy\n {4}at: {6}ingress\n {4}what: {4}GET .*referrer-policy: same-origin is missing, .*(?:\n {13}GET .*){3} \(and \d+ more\)\n {4}why: .*\n {4}setting: no proxy_hide_header.* for referrer-policy\nFound: .*\n\nSettings are those of nginx, which says that it responds; --ingress names another.\n/,
  );
  expect(faulty.stdout).toMatch(/\n\d+ cases passed, \d+ failed because of it \(--json lists them\), /);
  expect(faulty.stdout).not.toContain('✗ 32');
});
