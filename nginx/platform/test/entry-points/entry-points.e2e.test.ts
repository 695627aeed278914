import { afterAll, beforeAll, describe, test } from 'vitest';
import { openTarget, type Target } from '#platform/conformance/target.ts';
import type { Cases } from '#platform/conformance/case.ts';
import { arrival } from '#platform/conformance/cases/arrival.ts';
import { allCases, runCases } from '#platform/conformance/run-cases.ts';
import { startTestBff } from '@web/bff/platform/test/test-bundles';
import { startStack } from '#platform/test/stack/compose.ts';
import { harnessCases } from './harness-cases.ts';
import { startProxy } from '#platform/test/ingress/start-proxy.ts';
import { makeAuthority } from '@web/bff/platform/test/certificate-authority';
import { ingressCases, limitations } from '#platform/test/ingress/ingress-cases.ts';
import { kinds, proxyNames } from '#platform/test/ingress/proxies.ts';
import type { Running } from '@web/bff/platform/testing/processes';
import { stopAfterAll } from '#platform/test/stop-after-all.ts';

const strips = { INGRESS_STRIPS_PREFIX: 'true' };
const started = stopAfterAll();
const ports = new Map<string, number>();

/** Entry points without an ingress. Only these run `BUILD_CASES`. */
const targets = ['embedded', 'compose'] as const;

/** Cases that do not need DIAGNOSTICS. */
const observableCases = Object.fromEntries(Object.entries(allCases).filter(([name]) => !(name in arrival)));
/** Cases that check the build. Skipped behind proxies: a proxy that breaks one of them also breaks a case that still runs. */
const BUILD_CASES = /^(3|7|9|10|11|13|31|35|36) /;
const influencedCases = Object.fromEntries(
  Object.entries(observableCases).filter(([name]) => !BUILD_CASES.test(name)),
);

const ingresses = proxyNames.flatMap((proxy) =>
  kinds.flatMap((kind) =>
    targets.map((target) => ({
      name: `${proxy}, ${kind}, ${target}`,
      proxy,
      kind,
      behind: kind === 'stripping' ? `${target}, stripping` : target,
    })),
  ),
);

let authority: Awaited<ReturnType<typeof makeAuthority>>;

beforeAll(async () => {
  authority = await makeAuthority();
  const add = (name: string, process: Running & { readonly port: number }) => {
    started(process);
    ports.set(name, process.port);
  };
  add('embedded', await startTestBff());
  add('embedded, stripping', await startTestBff(strips));
  // The ingresses connect from the address of the network's gateway.
  const stack = (name: string, network: string, env: Record<string, string>) =>
    startStack({ name, subnet: `${network}.0/24`, env: { ...env, TRUSTED_PROXIES: `${network}.1` } });
  add('compose', await stack('web-e2e', '172.30.88', {}));
  add('compose, stripping', await stack('web-e2e-strips', '172.30.89', strips));
  for (const { name, proxy, kind, behind } of ingresses)
    add(name, await startProxy(proxy, kind, { upstreamPort: portOf(behind), authority }));
});

afterAll(() => authority?.remove());

const portOf = (name: string) => ports.get(name) ?? 0;

function judge(name: string, open: (port: number) => Target, cases: Cases): void {
  for (const [title, run] of Object.entries(cases))
    if (!limitations.some((item) => name.startsWith(item.proxy) && item.title === title))
      test(title, async () => {
        const [result] = await runCases(open(portOf(name)), { [title]: run });
        if (result?.outcome === 'failed') throw new Error(result.detail);
      });
}

const openDirect = (port: number) => openTarget(`http://127.0.0.1:${port}/web`, { ownsOrigin: true });

describe.each(targets)('%s', (name) => {
  judge(name, openDirect, { ...observableCases, ...harnessCases });
});

describe.each(ingresses)('$name', ({ name, kind }) => {
  const stripped = kind === 'stripping';
  const open = (port: number) => openTarget(`https://localhost:${port}/web`, { stripped });
  judge(name, open, { ...influencedCases, ...harnessCases, ...ingressCases });
});
