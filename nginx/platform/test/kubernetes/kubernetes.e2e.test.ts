import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '@web/bff/platform/config';
import { settingNames } from '@web/bff/platform/platform-settings';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { limits } from '@web/bff/platform/contract/limits';
import { settings } from '@web/bff/platform/product/settings';
import { root, run } from '@web/bff/platform/testing/processes';
import { upstreams } from '@web/bff/platform/product/upstreams';
import { nginxSettings } from '#platform/start/settings.ts';
import { invalidInNginx } from '#platform/testing/render-config.ts';
import { fieldFindings, type Manifest } from './fields.ts';

const PLATFORM = 'nginx/platform/ingress/kubernetes';
/** The product's folder is an overlay of `gateway`. */
const entryPoints = [`${PLATFORM}/ingress`, `${PLATFORM}/gateway`, 'nginx/src/kubernetes'];
/** Drain time that the BFF adds to DRAIN_DELAY_SECONDS: bff/platform/serve.ts. */
const BFF_LONGER_SECONDS = 3 + 1;
const SERVERS = ['nginx', 'bff'];

const textOf = (file: string) => readFile(join(root, file), 'utf8');

interface Kinds {
  readonly Deployment: IDeployment;
  readonly ConfigMap: IConfigMap;
  readonly Ingress: IIngress;
  readonly HTTPRoute: IHTTPRoute;
  readonly NetworkPolicy: INetworkPolicy;
}

async function build(entryPoint: string) {
  const { stdout } = await run('kubectl', ['kustomize', join(root, entryPoint)]);
  const all = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  const ofKind = <Kind extends keyof Kinds>(kind: Kind) =>
    all.filter((manifest) => manifest.kind === kind) as unknown as Kinds[Kind][];
  const [deployment] = ofKind('Deployment');
  const pod = deployment?.spec?.template;
  if (!deployment || !pod?.spec) throw new Error(`${entryPoint} has no deployment`);
  const containers = Object.fromEntries(pod.spec.containers.map((container) => [container.name, container]));
  const envOf = (name: string): Record<string, string> => {
    const maps = (containers[name]?.envFrom ?? []).map(({ configMapRef }) => {
      const map = ofKind('ConfigMap').find(({ metadata }) => metadata?.name === configMapRef?.name);
      if (!map) throw new Error(`${name}: the config map ${configMapRef?.name} is missing`);
      return map.data;
    });
    return Object.assign({}, ...maps) as Record<string, string>;
  };
  return { all, ofKind, podSpec: pod.spec, envOf };
}

describe.each(entryPoints)('%s', (entryPoint) => {
  const building = build(entryPoint);

  test('every manifest has only valid fields', async () => {
    const { all } = await building;
    expect(all.length).toBeGreaterThan(5);
    expect((await Promise.all(all.map(fieldFindings))).flat()).toEqual([]);
  });

  test('the Ingress or HTTPRoute forwards the base path to nginx’s Service without rewriting it', async () => {
    const { ofKind, envOf } = await building;
    const ofIngresses = ofKind('Ingress').flatMap(({ spec }) =>
      spec?.rules?.flatMap(({ http }) => http?.paths),
    );
    const ofRoutes = ofKind('HTTPRoute').flatMap(({ spec }) => spec.rules);
    if (entryPoint === `${PLATFORM}/ingress`) {
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

  test('the manifests set only known settings, with valid values; the product must choose TRUSTED_PROXIES', async () => {
    const { envOf } = await building;
    expect(Object.keys(nginxSettings)).toEqual(expect.arrayContaining(Object.keys(envOf('nginx'))));
    expect(await invalidInNginx(envOf('nginx'))).toEqual([
      expect.stringContaining('TRUSTED_PROXIES="CHOOSE": expected addresses'),
    ]);
    const declared = { upstreams, settings };
    expect(settingNames(declared)).toEqual(expect.arrayContaining(Object.keys(envOf('bff'))));
    // Reads one setting at a time, and ignores errors about settings that are missing.
    for (const [name, value] of Object.entries(envOf('bff')))
      expect(String(catching(() => readConfig({ [name]: value }, declared)))).not.toMatch(
        new RegExp(`\\n {2}${name}[=:]`),
      );
  });

  test('the network policies let only the ingress controller and the application’s pods reach port 8080', async () => {
    const { ofKind } = await building;
    const policies = ofKind('NetworkPolicy');
    const rules = policies.flatMap(({ spec }) => spec?.ingress ?? []);
    const ofEntry = rules.filter(({ ports }) => !ports || ports.some(({ port }) => port === 'http'));
    expect(ofEntry.map(({ from = [] }) => from.length)).toEqual([1, 1]);
    expect(policies.flatMap(({ spec }) => spec?.policyTypes ?? []).toSorted()).toEqual([
      'Egress',
      'Ingress',
      'Ingress',
    ]);
  });

  test('the grace period gives nginx and the BFF time to drain', async () => {
    const { podSpec, envOf } = await building;
    const preset = /DRAIN_DELAY_SECONDS=(\d+)$/m.exec(await textOf('Dockerfile'))?.[1];
    const delays = SERVERS.map((name) => Number(envOf(name)['DRAIN_DELAY_SECONDS'] ?? preset));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(5);
    const needed = Math.max(...delays) + BFF_LONGER_SECONDS + limits.DRAIN_MS / 1_000 + 5;
    expect(podSpec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed);
  });
});

const catching = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
