import { resolve } from 'node:path';
import { runChecks } from '../../conformance/doctor/run-checks.ts';
import { openTarget } from '../../conformance/target.ts';
import { root } from '@web/bff/test/processes';
import { startBff } from '@web/bff/test/start-bff';
import type { Kind, Proxy } from '../ingress/proxies.ts';
import { startProxy, type ProxyOptions } from '../ingress/start-proxy.ts';

/** The setting DIAGNOSTICS of every BFF here. */
export const secret = 'only-for-this-test';
/** Longer than the timeout of a proxy that is misconfigured to give up early. */
const SLOW_MS = 2_500;

/** Settings of an application behind such an ingress. */
export const settingsOf = (kind: Kind) => ({
  TRUSTED_PROXIES: '127.0.0.1',
  HSTS_SECONDS: '31536000',
  DIAGNOSTICS: secret,
  INGRESS_STRIPS_PREFIX: String(kind === 'stripping'),
});

/** Starts the BFF as its image runs it, behind such an ingress. */
export const startApplication = (kind: Kind) => startBff(settingsOf(kind), resolve(root, 'bff/dist/main.js'));

/** What the doctor finds behind a proxy. Plain HTTP uses an address that browsers do not treat as this machine's own. */
export async function findingsBehind(proxy: Proxy, kind: Kind, options: ProxyOptions): Promise<string[]> {
  // A misconfigured proxy may not lead to the application.
  const { port, stop } = await startProxy(proxy, kind, { isReachable: false, ...options });
  const origin = options.authority ? `https://localhost:${port}` : `http://0.0.0.0:${port}`;
  try {
    const { findings } = await runChecks(openTarget(`${origin}/web`), { secret, slowMs: SLOW_MS });
    return findings.map(({ id }) => id);
  } finally {
    await stop();
  }
}
