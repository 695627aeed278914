import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig, settingNames } from '@web/bff/config';
import { BASE_PATH, limits } from '@web/bff/contract/constants';
import { session } from '@web/bff/contract/session';
import { settings } from '@web/bff/settings';
import { root } from '@web/bff/test/processes';
import { upstreams } from '@web/bff/upstreams';
import { nginxSettings } from '../../start/settings.ts';
import { invalidInNginx } from '../render-config.ts';
import { fieldFindings } from './fields.ts';
import { build, folder } from './manifests.ts';

/** Each entry point, and whether it strips the prefix. */
const entryPoints = { ingress: false, gateway: false, 'gateway-stripping': true };
/** How much longer the BFF serves than nginx, and how long it refuses before it ends: bff/src/serve.ts. */
const BFF_LONGER_SECONDS = 3 + 1;

test('there are no other entry points', async () => {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.toSorted()).toEqual(['base', ...Object.keys(entryPoints)].toSorted());
});

describe.each(Object.entries(entryPoints))('%s', (entryPoint, strips) => {
  const building = build(entryPoint);

  test('has only fields that Kubernetes knows, of the right types', async () => {
    const { all } = await building;
    expect(all.length).toBeGreaterThan(5);
    expect(all.flatMap(fieldFindings)).toEqual([]);
  });

  test('refers only to ports, pods, services and volumes that are there', async () => {
    const { ofKind, deployment, pod, podSpec, containers } = await building;
    const labels = pod.metadata?.labels;
    const portsOf = (name: string) => containers[name]?.ports?.map((port) => port.name) ?? [];
    const ports = podSpec.containers.flatMap(({ name }) => portsOf(name));
    expect(new Set(ports).size).toBe(ports.length);
    const services = ofKind('Service');
    const policies = ofKind('NetworkPolicy');
    const selectors = [
      deployment.spec?.selector.matchLabels,
      ...services.map(({ spec }) => spec?.selector),
      ...policies.map(({ spec }) => spec?.podSelector?.matchLabels),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec?.selector?.matchLabels),
      ...(podSpec.topologySpreadConstraints ?? []).map(({ labelSelector }) => labelSelector?.matchLabels),
    ];
    for (const selector of selectors) expect(selector).toEqual(labels);
    for (const { spec } of services)
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
    for (const { spec } of policies)
      for (const { port } of spec?.ingress?.flatMap((rule) => rule.ports ?? []) ?? [])
        expect(ports).toContain(port);
    for (const { name, startupProbe, livenessProbe, readinessProbe, volumeMounts } of podSpec.containers) {
      for (const probe of [startupProbe, livenessProbe, readinessProbe])
        expect(portsOf(name)).toContain(probe?.httpGet?.port);
      for (const mount of volumeMounts ?? [])
        expect(podSpec.volumes?.map((volume) => volume.name)).toContain(mount.name);
    }
    const backends = [
      ...ofKind('Ingress').flatMap(({ spec }) =>
        (spec?.rules ?? []).flatMap(({ http }) =>
          (http?.paths ?? []).map(({ backend }) => [backend.service?.name, backend.service?.port?.name]),
        ),
      ),
      ...ofKind('HTTPRoute').flatMap(({ spec }) =>
        (spec.rules ?? []).flatMap(({ backendRefs = [] }) =>
          backendRefs.map(({ name, port }) => [name, port]),
        ),
      ),
    ];
    expect(backends).toEqual([['web', entryPoint === 'ingress' ? 'http' : 80]]);
    const web = services.find(({ metadata }) => metadata?.name === 'web');
    expect(web?.spec?.ports).toMatchObject([{ name: 'http', port: 80 }]);
  });

  test('uses the images that the kustomization names', async () => {
    const { containers } = await building;
    for (const name of ['nginx', 'bff'])
      expect(containers[name]?.image).toMatch(new RegExp(`/web-${name}:.`));
  });

  test('serves the base path, and strips it only where the application knows', async () => {
    const { ofKind, envOf } = await building;
    const paths = [
      ...ofKind('Ingress').flatMap(({ spec }) =>
        (spec?.rules ?? []).flatMap(({ http }) =>
          (http?.paths ?? []).map(({ path, pathType }) => [path, pathType, false]),
        ),
      ),
      ...ofKind('HTTPRoute').flatMap(({ spec }) =>
        (spec.rules ?? []).flatMap(({ matches = [], filters = [] }) =>
          matches.map(({ path }) => [
            path?.value,
            path?.type?.replace(/^Path/, ''),
            filters.some(({ urlRewrite }) => urlRewrite?.path?.replacePrefixMatch === '/'),
          ]),
        ),
      ),
    ];
    expect(paths).toEqual([[BASE_PATH, 'Prefix', strips]]);
    for (const name of ['nginx', 'bff']) expect(envOf(name)['INGRESS_STRIPS_PREFIX']).toBe(String(strips));
  });

  test('sets what nginx and the BFF know, to values that they accept', async () => {
    const { envOf } = await building;
    expect(Object.keys(nginxSettings)).toEqual(expect.arrayContaining(Object.keys(envOf('nginx'))));
    expect(await invalidInNginx(envOf('nginx'))).toEqual([
      expect.stringContaining('TRUSTED_PROXIES="CHOOSE": expected addresses'),
    ]);
    const declared = { upstreams, settings };
    expect(settingNames(declared)).toEqual(expect.arrayContaining(Object.keys(envOf('bff'))));
    // Backend services may still have no address.
    for (const [name, value] of Object.entries(envOf('bff')))
      expect(String(catching(() => readConfig({ [name]: value }, declared)))).not.toMatch(
        new RegExp(`\\n {2}${name}[=:]`),
      );
  });

  test('stops nginx and the BFF after their requests, and not before the ingress knows', async () => {
    const { podSpec, envOf } = await building;
    const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
    const preset = /DRAIN_DELAY_SECONDS=(\d+)$/m.exec(dockerfile)?.[1];
    const delays = ['nginx', 'bff'].map((name) => Number(envOf(name)['DRAIN_DELAY_SECONDS'] ?? preset));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(5);
    const needed = Math.max(...delays) + BFF_LONGER_SECONDS + limits.DRAIN_MS / 1_000 + 5;
    expect(podSpec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed);
  });

  test('is restricted (Pod Security Standards), with read-only files', async () => {
    const { podSpec } = await building;
    expect(podSpec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) expect(podSpec).not.toHaveProperty(field);
    for (const { emptyDir } of podSpec.volumes ?? []) expect(emptyDir).toBeDefined();
    for (const { securityContext, ports = [] } of podSpec.containers) {
      expect(securityContext).toEqual({
        runAsUser: expect.any(Number),
        runAsGroup: expect.any(Number),
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(securityContext?.runAsUser).toBeGreaterThan(0);
      for (const port of ports) expect(port).not.toHaveProperty('hostPort');
    }
  });

  // Each BFF would know only the sessions that began there.
  test('shares the sessions of several pods, where the product has sessions: set SESSION_STORE', async () => {
    const { deployment, containers, envOf } = await building;
    const isShared =
      'SESSION_STORE' in envOf('bff') || containers['bff']?.env?.some(({ name }) => name === 'SESSION_STORE');
    expect(session === null || isShared || (deployment.spec?.replicas ?? 1) <= 1).toBe(true);
  });
});

const catching = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test('the ports are those on which nginx and the BFF listen', async () => {
  const { containers, envOf } = await build('gateway');
  const numbersOf = (name: string) => containers[name]?.ports?.map(({ containerPort }) => containerPort);
  const listening = await Promise.all(
    ['server.conf', 'management.conf'].map((file) => readFile(join(root, 'nginx/conf', file), 'utf8')),
  );
  expect(numbersOf('nginx')).toEqual(listening.map((text) => Number(/listen (\d+)/.exec(text)?.[1])));
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const [, port, managementPort] = /\bPORT=(\d+) MANAGEMENT_PORT=(\d+)/.exec(dockerfile) ?? [];
  expect(numbersOf('bff')).toEqual([Number(port), Number(managementPort)]);
  expect(envOf('nginx')['BFF_ADDRESS']).toBe(`127.0.0.1:${port}`);
});

// The published schemas allow unknown fields: without the check of what they read, a misspelt one would pass.
test.each([
  [
    'Deployment',
    'a field that is misspelt',
    { spec: { minReadySecond: 1 } },
    '/spec/minReadySecond: unknown field',
  ],
  [
    'Service',
    'a field of the wrong type',
    { spec: { ports: 80 } },
    expect.stringMatching(/^\/spec\/ports: type/),
  ],
])('of a %s, %s is found', async (kind, _what, part, finding) => {
  const { all } = await build('gateway');
  const manifest = all.find((one) => one.kind === kind) as { apiVersion: string; kind: string; spec: object };
  const changed = { ...manifest, spec: { ...manifest.spec, ...part.spec } };
  expect(fieldFindings(changed)).toContainEqual(finding);
});
