import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { limits } from '@web/bff/contract/kit/limits';
import { root } from '@web/bff/test/processes';
import { startBff } from '@web/bff/test/start-bff';
import { advice } from '../../conformance/doctor/advice.ts';
import { diagnose } from '../../conformance/doctor/diagnose.ts';
import { openTarget } from '../../conformance/target.ts';
import { makeAuthority, type Authority } from '@web/bff/test/certificate-authority';
import { kinds, proxyNames, type Kind } from '../ingress/proxies.ts';
import { startProxy, type ProxyOptions } from '../ingress/start-proxy.ts';
import { startNginx } from '../start-nginx.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { misconfigurations, variants } from './misconfigurations.ts';

const secret = 'a-secret-of-the-test';

const started = stopAfterAll();
const ports = {} as Record<Kind, number>;
let authority: Authority;

const settingsFor = (kind: Kind) => ({
  TRUSTED_PROXIES: '127.0.0.1',
  DIAGNOSTICS: secret,
  INGRESS_STRIPS_PREFIX: String(kind === 'stripping'),
});

beforeAll(async () => {
  authority = await makeAuthority();
  started({ stop: authority.remove });
  for (const kind of kinds)
    ports[kind] = started(await startBff(settingsFor(kind), resolve(root, 'bff/dist/main.js'))).port;
});

async function diagnoseBehind(
  proxy: (typeof proxyNames)[number],
  kind: Kind,
  options: Omit<ProxyOptions, 'authority'>,
  delayMs = 0,
) {
  const { port, stop } = await startProxy(proxy, kind, { authority, ...options });
  try {
    return await diagnose(openTarget(`https://localhost:${port}/web`), secret, delayMs);
  } finally {
    await stop();
  }
}

test.concurrent.each([...Object.entries(misconfigurations), ...variants])(
  '%s is the only finding, with the setting to check',
  async (finding, { proxy, kind = 'preserving', edits }) => {
    const options = { upstreamPort: ports.preserving, edits, isReachable: false };
    const delayMs = finding === 'read timeout' ? 2_500 : 0;
    expect(await diagnoseBehind(proxy, kind, options, delayMs)).toEqual([
      { finding, difference: expect.stringMatching(/\S/), setting: advice[finding as keyof typeof advice] },
    ]);
  },
);

test('a 5xx replaced by an error page is a finding, after the deadline of a call', async () => {
  const edits = [['# WebSocket.', 'proxy_intercept_errors on; error_page 502 503 504 /50x.html;']] as const;
  const options = { upstreamPort: ports.preserving, edits };
  const diagnosed = await diagnoseBehind('nginx', 'preserving', options, limits.CALL_MS + 500);
  expect(diagnosed).toMatchObject([{ finding: 'error pages instead of problem documents' }]);
});

const examples = proxyNames.flatMap((proxy) => kinds.map((kind) => ({ proxy, kind })));

test.concurrent.each(examples)('the example for $proxy, $kind, has no findings', async ({ proxy, kind }) => {
  expect(await diagnoseBehind(proxy, kind, { upstreamPort: ports[kind] })).toEqual([]);
});

test.each(kinds)('an ingress, %s, in front of nginx has no findings', async (kind) => {
  const nginx = started(await startNginx({ bffPort: ports[kind], env: settingsFor(kind) }));
  expect(await diagnoseBehind('nginx', kind, { upstreamPort: nginx.port })).toEqual([]);
});
