import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolve } from 'node:path';
import { recogniseIngress } from '../../conformance/doctor/recognise-ingress.ts';
import { openTarget } from '../../conformance/target.ts';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { root } from '@web/bff/test/processes';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { proxyNames, type Proxy } from '../ingress/proxies.ts';
import { startProxy } from '../ingress/start-proxy.ts';

let authority: Authority;
let bff: RunningBff;

beforeAll(async () => {
  authority = await makeAuthority();
  bff = await startBff({}, resolve(root, 'bff/dist/main.js'));
});

afterAll(async () => {
  await bff?.stop();
  await authority?.remove();
});

/** HAProxy terminates TLS for Varnish. */
const inFront = (proxy: Proxy) => (proxy === 'varnish' ? 'haproxy' : proxy);

test.each(proxyNames)('%s in front is recognised', async (proxy) => {
  const { port, stop } = await startProxy(proxy, 'preserving', { upstreamPort: bff.port, authority });
  try {
    expect(await recogniseIngress(openTarget(`https://localhost:${port}/web`))).toBe(inFront(proxy));
  } finally {
    await stop();
  }
});

test('without a proxy none is recognised', async () => {
  expect(await recogniseIngress(openTarget(`http://127.0.0.1:${bff.port}/web`))).toBeUndefined();
});
