import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../conformance/doctor/findings.ts';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { plants, type Plant } from './misconfigurations.ts';
import { findingsAt, findingsBehind } from './misconfigured-proxy.ts';
import { startProxy } from '../ingress/start-proxy.ts';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { kinds, proxyNames } from '../ingress/proxies.ts';
import { freePort, root, run } from '@web/bff/test/processes';

const applications = new Map<string, RunningBff>();
let authority: Authority;

beforeAll(async () => {
  authority = await makeAuthority();
  const common = { TRUSTED_PROXIES: '127.0.0.1', HSTS_SECONDS: '31536000' };
  for (const diagnostics of ['on', 'off']) {
    for (const kind of kinds) {
      const strips = { INGRESS_STRIPS_PREFIX: String(kind === 'stripping') };
      const env = { ...common, ...strips, DIAGNOSTICS: diagnostics };
      const main = resolve(root, 'bff/dist/main.js');
      applications.set(`${kind} ${diagnostics}`, await startBff(env, main));
    }
  }
});

afterAll(async () => {
  for (const one of applications.values()) await one.stop();
  await authority?.remove();
});

async function look(plant: Omit<Plant, 'title' | 'finds'>, diagnostics: 'on' | 'off') {
  const { proxy = 'nginx', kind = 'preserving', told = kind, edits = [], plain, dead } = plant;
  const application = applications.get(`${told} ${diagnostics}`);
  const upstreamPort = dead ? await freePort() : (application?.port ?? 0);
  return findingsBehind({ proxy, kind, edits, upstreamPort, authority: plain ? undefined : authority });
}

describe.each(plants)('$title', (plant) => {
  test('it is called by its name, and nothing else is', async () => {
    expect(await look(plant, 'on')).toEqual(plant.finds);
  });
  if (plant.outside)
    test('it is so without diagnostics, too', async () => {
      expect(await look(plant, 'off')).toEqual(plant.finds);
    });
});

const right = proxyNames.flatMap((proxy) => kinds.map((kind) => ({ proxy, kind })));

test.each(right)('$proxy, $kind, configured rightly, yields no finding', async ({ proxy, kind }) => {
  const upstreamPort = applications.get(`${kind} on`)?.port ?? 0;
  const { port, stop } = await startProxy(proxy, kind, { upstreamPort, authority });
  try {
    expect(await findingsAt(`https://localhost:${port}`)).toEqual([]);
  } finally {
    await stop();
  }
});

test('the command itself notices that the prefix is stripped, and says what needs diagnostics', async () => {
  const judge = async (diagnostics: 'on' | 'off') => {
    const upstreamPort = applications.get(`stripping ${diagnostics}`)?.port ?? 0;
    const { port, stop } = await startProxy('nginx', 'stripping', { upstreamPort });
    try {
      return await run('npm', ['run', 'conformance', '--', `http://localhost:${port}/web`], { cwd: root });
    } finally {
      await stop();
    }
  };
  const [seen, unseen] = [await judge('on'), await judge('off')];
  for (const { stdout } of [seen, unseen]) expect(stdout).toMatch(/No finding\n[^]*✓ 1e [^]* 0 failed, /);
  expect(seen.stdout).toMatch(/✓ events [^]*\nDIAGNOSTICS is on: leave it out/);
  expect(unseen.stdout).toMatch(/– events .*\n +needs DIAGNOSTICS=true\n/);
  expect(unseen.stdout).not.toContain('DIAGNOSTICS is on');
});

test('every finding has its plant', () => {
  const planted = new Set<string>(plants.flatMap(({ finds }) => finds));
  // nginx stands and the BFF does not: doctor-nginx.e2e.test.ts.
  expect(Object.keys(findings).filter((id) => !planted.has(id))).toEqual(['bff-unreachable']);
});
