import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeAuthority, type Authority } from '@web/bff/platform/test/certificate-authority';
import { root } from '@web/bff/platform/testing/processes';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { limitations } from '#platform/test/ingress/ingress-cases.ts';
import { kinds, proxyNames, type Kind, type Proxy } from '#platform/test/ingress/proxies.ts';
import { startProxy, type ProxyOptions } from '#platform/test/ingress/start-proxy.ts';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from '#platform/test/stop-after-all.ts';
import { runCases } from '#platform/conformance/run-cases.ts';
import { openTarget } from '#platform/conformance/target.ts';
import { misconfigurations } from './misconfigurations.ts';

const secret = 'a-secret-of-the-test';

const started = stopAfterAll();
const ports = {} as Record<Kind, number>;
let authority: Authority;

const envFor = (kind: Kind) => ({
  TRUSTED_PROXIES: '127.0.0.1',
  DIAGNOSTICS: secret,
  INGRESS_STRIPS_PREFIX: String(kind === 'stripping'),
});

beforeAll(async () => {
  authority = await makeAuthority();
  started({ stop: authority.remove });
  for (const kind of kinds)
    ports[kind] = started(await startBff(envFor(kind), resolve(root, 'bff/dist/main.js'))).port;
});

async function failuresBehind(proxy: Proxy, kind: Kind, options: Omit<ProxyOptions, 'authority'>) {
  const { port, stop } = await startProxy(proxy, kind, { authority, ...options });
  try {
    const target = openTarget(`https://localhost:${port}/web`, { stripped: kind === 'stripping', secret });
    return (await runCases(target)).filter(({ outcome }) => outcome === 'failed');
  } finally {
    await stop();
  }
}

test.concurrent.each(Object.entries(misconfigurations))(
  'the misconfiguration “%s” fails a case that names the setting to check',
  async (_name, { id, setting, proxy, kind = 'preserving', edits }) => {
    const options = { upstreamPort: ports.preserving, edits, isReachable: false };
    const failures = await failuresBehind(proxy, kind, options);
    const first = failures.find(({ settings }) => settings.length > 0);
    expect(first).toMatchObject({ id, detail: expect.stringMatching(/: expected .*, received /) });
    expect(first?.settings.join('\n')).toContain(setting);
  },
);

const examples = proxyNames.flatMap((proxy) => kinds.map((kind) => ({ proxy, kind })));

test.concurrent.each(examples)(
  'the example of $proxy ($kind the prefix) fails no case',
  async ({ proxy, kind }) => {
    const failures = await failuresBehind(proxy, kind, { upstreamPort: ports[kind] });
    const known = limitations.filter((item) => item.proxy === proxy).map(({ title }) => title);
    expect(failures.filter(({ title }) => !known.includes(title))).toEqual([]);
  },
);

test.each(kinds)('behind a prefix-%s ingress, nginx fails no conformance case', async (kind) => {
  const nginx = started(await startNginx({ bffPort: ports[kind], env: envFor(kind) }));
  expect(await failuresBehind('nginx', kind, { upstreamPort: nginx.port })).toEqual([]);
});
