import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCases } from '../../conformance/cases/all.ts';
import { openTarget } from '../../conformance/target.ts';
import { startBff } from '@web/bff/test/start-bff';
import { harnessCases } from '../entry-points/harness-cases.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { startProxy, type Edit } from './start-proxy.ts';
import { makeAuthority, type Authority } from './certificate-authority.ts';
import { ingressCases, limitations } from './ingress-cases.ts';
import { kinds, type Kind, type Proxy } from './proxies.ts';

const SCHEME = 'X-Forwarded-Proto $scheme';
const DECODING = /proxy_pass http:\/\/web\$stripped_uri;(?=\s+\}\s+# Another)/;
const UPGRADE = 'set bereq.http.Upgrade = req.http.Upgrade;';

/** Settings that operators forget, planted in the examples, and the case that finds each: its number, or the beginning of its title. */
const faults: readonly (readonly [Proxy, Kind, fails: string, from: string | RegExp, to: string])[] = [
  ['nginx', 'preserving', "the BFF sees the browser's", SCHEME, 'X-Forwarded-Proto ""'],
  [
    'nginx',
    'preserving',
    'the first event',
    'proxy_http_version 1.1;',
    'proxy_ignore_headers X-Accel-Buffering;',
  ],
  ['nginx', 'preserving', '17 ', 'client_max_body_size 0;', ''],
  ['nginx', 'stripping', 'a parameter arrives', DECODING, 'proxy_pass http://web/;'],
  ['haproxy', 'preserving', 'HTTP/2 is negotiated', 'alpn h2,http/1.1', 'alpn http/1.1'],
  ['haproxy', 'preserving', 'a call is cancelled', 'option abortonclose', 'no option abortonclose'],
  ['haproxy', 'stripping', 'nothing outside the prefix', 'path_beg /web/', 'path_beg /web'],
  ['haproxy', 'preserving', 'header fields of 15 KiB', 'tune.bufsize 32768', ''],
  ['caddy', 'preserving', 'without Accept-Encoding', 'compression off', ''],
  ['caddy', 'preserving', 'a call is cancelled', 'transport http {', 'flush_interval -1\ntransport http {'],
  ['apache', 'preserving', '15 ', 'AllowEncodedSlashes NoDecode', ''],
  ['varnish', 'preserving', '30a ', '-p http_gzip_support=off', ''],
  ['varnish', 'preserving', 'a WebSocket', UPGRADE, ''],
];

const TIMEOUT_MS = 8_000;
const started = stopAfterAll();
const ports = new Map<Kind, number>();
let authority: Authority;

beforeAll(async () => {
  authority = await makeAuthority();
  for (const kind of kinds) {
    const env = { INGRESS_STRIPS_PREFIX: String(kind === 'stripping') };
    ports.set(kind, started(await startBff(env)).port);
  }
});

afterAll(() => authority?.remove());

const cases = Object.entries({ ...allCases, ...harnessCases, ...ingressCases });

/** Expects that a case fails, or does not end, behind a proxy. */
async function expectFailure(name: string, proxy: Proxy, kind: Kind, edits: readonly Edit[]): Promise<void> {
  const [, run] = cases.find(([title]) => title.startsWith(name)) ?? [];
  if (!run) throw new Error(`no case ${name}`);
  const { port, stop } = await startProxy(proxy, kind, {
    upstreamPort: ports.get(kind) ?? 0,
    authority,
    edits,
  });
  try {
    const target = openTarget(`https://localhost:${port}/web`, { stripped: kind === 'stripping' });
    const outcome = run(target).then(
      () => 'passed',
      () => 'failed',
    );
    expect(await Promise.race([outcome, sleep(TIMEOUT_MS, 'failed')])).toBe('failed');
  } finally {
    await stop();
  }
}

test.each(faults)('behind %s, %s, the case "%s" fails without %s', (proxy, kind, fails, from, to) =>
  expectFailure(fails, proxy, kind, [[from, to]]),
);

test.each(limitations)('$proxy still has its limitation: $title', ({ proxy, title }) =>
  expectFailure(title, proxy, 'preserving', []),
);
