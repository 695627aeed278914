import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FindingId } from '../../conformance/doctor/findings.ts';
import { startBff } from '@web/bff/test/start-bff';
import { findingsBehind, type Edit } from './misconfigured-proxy.ts';
import { startFrontDoor } from '../start-nginx.ts';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import type { Kind } from '../ingress/proxies.ts';
import { freePort, root, type Running } from '@web/bff/test/processes';

const running: Running[] = [];
const ports = new Map<string, number>();
let authority: Authority;

/** nginx with the BFF behind it, as they run in a container each. */
async function startBoth(name: string, env: Record<string, string>, bff = true): Promise<void> {
  const settings = { TRUSTED_PROXIES: '127.0.0.1', DIAGNOSTICS: 'true', HSTS_SECONDS: '31536000', ...env };
  const main = resolve(root, 'bff/dist/main.js');
  const behind = bff ? await startBff({ ...settings, TRUSTED_PROXIES: '127.0.0.1' }, main) : undefined;
  if (behind) running.push(behind);
  const target = await startFrontDoor({ bffPort: behind?.port ?? (await freePort()), env: settings });
  running.push(target);
  ports.set(name, target.port);
}

beforeAll(async () => {
  authority = await makeAuthority();
  await startBoth('preserving', {});
  await startBoth('stripping', { INGRESS_STRIPS_PREFIX: 'true' });
  await startBoth('trusting nobody', { TRUSTED_PROXIES: '' });
  await startBoth('without a BFF', {}, false);
});

afterAll(async () => {
  for (const one of running.toReversed()) await one.stop();
  await authority?.remove();
});

test.for<{ title: string; told: string; kind?: Kind; edits?: readonly Edit[]; finds: readonly FindingId[] }>([
  {
    title: 'an ingress that keeps the prefix, configured rightly, yields no finding',
    told: 'preserving',
    finds: [],
  },
  {
    title: 'an ingress that strips the prefix, configured rightly, yields no finding',
    told: 'stripping',
    kind: 'stripping',
    finds: [],
  },
  {
    title: 'a BFF that nginx does not reach is told from an application that is not there',
    told: 'without a BFF',
    finds: ['bff-unreachable'],
  },
  {
    title: 'nobody says that the prefix is stripped',
    told: 'preserving',
    kind: 'stripping',
    finds: ['prefix-stripped'],
  },
  {
    title: 'the prefix is said to be stripped, and is not',
    told: 'stripping',
    kind: 'preserving',
    finds: ['prefix-kept'],
  },
  // Of what nginx has not believed, nothing arrives at the BFF: the remedy names both.
  { title: 'nginx believes nobody', told: 'trusting nobody', finds: ['scheme-lost'] },
  {
    title: 'the ingress does not tell the scheme',
    told: 'preserving',
    edits: [['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""']],
    finds: ['scheme-lost'],
  },
  {
    title: 'the ingress collects events',
    told: 'preserving',
    edits: [['# WebSocket.', 'proxy_ignore_headers X-Accel-Buffering;']],
    finds: ['events-buffered'],
  },
])('with nginx before the BFF: $title', async ({ told, kind = 'preserving', edits = [], finds }) => {
  const upstreamPort = ports.get(told) ?? 0;
  expect(await findingsBehind({ proxy: 'nginx', kind, edits, upstreamPort, authority })).toEqual(finds);
});
