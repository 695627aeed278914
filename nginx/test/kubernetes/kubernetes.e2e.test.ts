import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '@web/bff/config';
import { settingNames } from '@web/bff/platform-settings';
import { BASE_PATH } from '@web/bff/contract/constants';
import { limits } from '@web/bff/contract/kit/limits';
import { settings } from '@web/bff/settings';
import { root } from '@web/bff/test/processes';
import { upstreams } from '@web/bff/upstreams';
import { nginxSettings } from '../../start/settings.ts';
import { invalidInNginx } from '../render-config.ts';
import { fieldFindings } from './fields.ts';
import { build, folder } from './manifests.ts';

/** `sessions` is a gateway with three Valkeys, `product` what a product sets over a gateway. */
const entryPoints = ['ingress', 'gateway', 'sessions', 'product'];
/** How much longer the BFF serves than nginx, and how long it drops GETs and refuses before it ends: bff/src/serve.ts. */
const BFF_LONGER_SECONDS = 3 + 1;
const SERVERS = ['nginx', 'bff'];

const textOf = (file: string) => readFile(join(root, file), 'utf8');

test('there are no other entry points', async () => {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.toSorted()).toEqual(['base', ...entryPoints].toSorted());
});

describe.each(entryPoints)('%s', (entryPoint) => {
  const building = build(entryPoint);

  test('has only fields that Kubernetes knows, of the right types', async () => {
    const { all } = await building;
    expect(all.length).toBeGreaterThan(5);
    expect((await Promise.all(all.map(fieldFindings))).flat()).toEqual([]);
  });

  test('refers only to ports, pods, services, volumes and images that are there', async () => {
    const { ofKind, workloads, containers } = await building;
    const services = ofKind('Service').map(({ spec }) => spec);
    const policies = ofKind('NetworkPolicy').map(({ spec }) => spec);
    const selectors = [
      ...services.map((service) => service?.selector),
      ...policies.map((policy) => policy?.podSelector?.matchLabels),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec?.selector?.matchLabels),
    ];
    const labels = workloads.map(({ template }) => template.metadata?.labels);
    for (const selector of selectors) expect(labels).toContainEqual(selector);
    const ports: string[] = [];
    for (const { selector, template, ...workload } of workloads) {
      expect(selector.matchLabels).toEqual(template.metadata?.labels);
      const { topologySpreadConstraints = [], volumes = [], containers: all = [] } = template.spec ?? {};
      for (const { labelSelector } of topologySpreadConstraints)
        expect(labelSelector?.matchLabels).toEqual(template.metadata?.labels);
      const claims = 'volumeClaimTemplates' in workload ? (workload.volumeClaimTemplates ?? []) : [];
      const places = [...volumes.map(({ name }) => name), ...claims.map(({ metadata }) => metadata?.name)];
      for (const { ports: own = [], volumeMounts = [], ...container } of all) {
        const names = own.map(({ name }) => String(name));
        ports.push(...names);
        const { startupProbe, livenessProbe, readinessProbe } = container;
        const probed = [startupProbe, livenessProbe, readinessProbe].flatMap(
          (probe) => probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? [],
        );
        expect(names).toEqual(expect.arrayContaining(probed));
        expect(places).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)));
      }
    }
    expect(new Set(ports).size).toBe(ports.length);
    const targets = [
      ...services.flatMap((service) => service?.ports?.map(({ targetPort }) => targetPort)),
      ...policies.flatMap((policy) =>
        policy?.ingress?.flatMap((rule) => rule.ports?.map(({ port }) => port)),
      ),
    ];
    expect(ports).toEqual(expect.arrayContaining(targets));
    const web = ofKind('Service').find(({ metadata }) => metadata?.name === 'web');
    expect(web?.spec?.ports).toMatchObject([{ name: 'http', port: 80 }]);
    const [autoscaler] = ofKind('HorizontalPodAutoscaler');
    const scaled = ofKind('Deployment').find(
      ({ metadata }) => metadata?.name === autoscaler?.spec?.scaleTargetRef.name,
    );
    // Otherwise each deploy would set the number back.
    expect(scaled?.spec).not.toHaveProperty('replicas');
    const [metric] = autoscaler?.spec?.metrics ?? [];
    expect(containers).toHaveProperty(metric?.containerResource?.container ?? '');
    for (const name of SERVERS) {
      expect(containers[name]?.image).toMatch(new RegExp(`/web-${name}:.`));
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const)
        expect(containers[name]?.[probe]?.httpGet).toBeDefined();
    }
  });

  test('forwards the base path to the service, unchanged', async () => {
    const { ofKind, envOf } = await building;
    const ofIngresses = ofKind('Ingress').flatMap(({ spec }) =>
      spec?.rules?.flatMap(({ http }) => http?.paths),
    );
    const ofRoutes = ofKind('HTTPRoute').flatMap(({ spec }) => spec.rules);
    if (entryPoint === 'ingress') {
      const backend = { service: { name: 'web', port: { name: 'http' } } };
      expect(ofIngresses).toEqual([{ path: BASE_PATH, pathType: 'Prefix', backend }]);
    } else {
      const matches = [{ path: { type: 'PathPrefix', value: BASE_PATH } }];
      expect(ofRoutes).toMatchObject([{ matches, backendRefs: [{ name: 'web', port: 80 }] }]);
      expect(ofRoutes[0]?.filters).toBeUndefined();
    }
    expect(ofIngresses.length + ofRoutes.length).toBe(1);
    for (const name of SERVERS) expect(envOf(name)['INGRESS_STRIPS_PREFIX']).toBe('false');
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
    const preset = /DRAIN_DELAY_SECONDS=(\d+)$/m.exec(await textOf('Dockerfile'))?.[1];
    const delays = SERVERS.map((name) => Number(envOf(name)['DRAIN_DELAY_SECONDS'] ?? preset));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(5);
    const needed = Math.max(...delays) + BFF_LONGER_SECONDS + limits.DRAIN_MS / 1_000 + 5;
    expect(podSpec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed);
  });

  test('is restricted (Pod Security Standards), with read-only files', async () => {
    const { workloads } = await building;
    const podSpecs = workloads.flatMap(({ template }) => template.spec ?? []);
    for (const podSpec of podSpecs) {
      expect(podSpec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) expect(podSpec).not.toHaveProperty(field);
      for (const { emptyDir } of podSpec.volumes ?? []) expect(emptyDir).toBeDefined();
    }
    for (const { securityContext, ports = [] } of podSpecs.flatMap(({ containers }) => containers)) {
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
  const files = ['nginx/conf/server.conf', 'nginx/conf/management.conf'];
  const listening = (await Promise.all(files.map(textOf))).map((text) => /listen (\d+)/.exec(text)?.[1]);
  expect(numbersOf('nginx')).toEqual(listening.map(Number));
  const [, ...ports] = /\bPORT=(\d+) MANAGEMENT_PORT=(\d+)/.exec(await textOf('Dockerfile')) ?? [];
  expect(numbersOf('bff')).toEqual(ports.map(Number));
  expect(envOf('nginx')['BFF_ADDRESS']).toBe(`127.0.0.1:${ports[0]}`);
});
