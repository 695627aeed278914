import { runChecks } from '../../conformance/doctor/run-checks.ts';
import { openTarget } from '../../conformance/target.ts';
import type { Kind, Proxy } from '../ingress/proxies.ts';
import { startProxy, type ProxyOptions } from '../ingress/start-proxy.ts';

/** The setting DIAGNOSTICS of every BFF here. */
export const secret = 'only-for-this-test';
/** Longer than the timeout of a proxy that is misconfigured to give up early. */
const SLOW_MS = 2_500;

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
