import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BASE_PATH } from '@web/bff/contract/constants';
import { invalidInNginx } from '../render-config.ts';
import { checkManifests } from './manifests-check.ts';
import { build } from './kustomization.ts';
import { pods } from './pod.ts';
import { envOf } from './settings.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const root = join(project, 'nginx/ingress/kubernetes');
const waysIn = ['ingress', 'gateway', 'gateway-stripping'];

test.each(waysIn)('the manifests of %s have no fault', async (folder) => {
  expect(checkManifests(await build(root, folder))).toEqual([]);
});

test('there are no ways in but these', async () => {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect(folders.toSorted()).toEqual(['base', ...waysIn].toSorted());
});

const NGINX = '/spec/template/spec/containers/0';
const BFF = '/spec/template/spec/containers/1';

test.each([
  {
    planted: 'an unknown field',
    file: 'base/deployment.yaml',
    from: 'periodSeconds: 5',
    to: 'period: 5',
    path: `${NGINX}/readinessProbe/period`,
    says: 'unknown field',
  },
  {
    planted: 'an unknown field of a route',
    file: 'gateway-stripping/http-route.yaml',
    from: 'replacePrefixMatch: /',
    to: 'replacePrefix: /',
    path: '/spec/rules/0/filters/0/urlRewrite/path/replacePrefix',
    says: 'unknown field',
  },
  {
    planted: 'an unknown field of an ingress',
    file: 'ingress/ingress.yaml',
    from: 'ingressClassName: nginx',
    to: 'ingressClass: nginx',
    path: '/spec/ingressClass',
    says: 'unknown field',
  },
  {
    planted: 'an unknown field at the top',
    file: 'base/service.yaml',
    from: 'kind: Service',
    to: 'kind: Service\nspecs: {}',
    path: '/specs',
    says: 'unknown field',
  },
  {
    planted: 'a wrong type',
    file: 'base/deployment.yaml',
    from: 'replicas: 2',
    to: "replicas: 'two'",
    path: '/spec/replicas',
    says: /integer/,
  },
  {
    planted: 'a wrong type in a route',
    file: 'gateway/http-route.yaml',
    from: 'port: 80',
    to: 'port: http',
    path: '/spec/rules/0/backendRefs/0/port',
    says: /integer/,
  },
  {
    planted: 'a wrong type in a budget',
    file: 'base/pod-disruption-budget.yaml',
    from: 'maxUnavailable: 1',
    to: 'maxUnavailable: true',
    path: '/spec/maxUnavailable',
    says: /integer/,
  },
  {
    planted: 'a wrong port name of a probe',
    file: 'base/deployment.yaml',
    from: '{ path: /readyz, port: bff-management }',
    to: '{ path: /readyz, port: nginx-health }',
    path: `${BFF}/readinessProbe/httpGet/port`,
    says: 'the container has no port named nginx-health',
  },
  {
    planted: 'a wrong port name of a service',
    file: 'base/service.yaml',
    from: 'targetPort: http',
    to: 'targetPort: https',
    path: '/spec/ports/0/targetPort',
    says: 'the pod has no port named https',
  },
  {
    planted: 'a wrong port name of an ingress',
    file: 'ingress/ingress.yaml',
    from: 'port: { name: http }',
    to: 'port: { name: web }',
    path: '/spec/rules/0/http/paths/0/backend/service',
    says: 'the service web has no port web',
  },
  {
    planted: 'a wrong port name of a network policy',
    file: 'base/network-policy.yaml',
    from: 'port: bff-management',
    to: 'port: management',
    path: '/spec/ingress/1/ports/0',
    says: 'the pod has no port named management',
  },
  {
    planted: 'a wrong service name',
    file: 'gateway/http-route.yaml',
    from: 'name: web, port: 80',
    to: 'name: bff, port: 80',
    path: '/spec/rules/0/backendRefs/0',
    says: 'no service bff',
  },
  {
    planted: 'a selector that selects nothing',
    file: 'base/pod-disruption-budget.yaml',
    from: 'matchLabels: { app.kubernetes.io/name: web }',
    to: 'matchLabels: { app: web }',
    path: '/spec/selector',
    says: 'selects no pod',
  },
  {
    planted: 'a map that is not there',
    file: 'base/deployment.yaml',
    from: 'configMapRef: { name: bff }',
    to: 'configMapRef: { name: settings }',
    path: `${BFF}/envFrom/1/configMapRef/name`,
    says: 'no map settings',
  },
  {
    planted: 'a volume that is not there',
    file: 'base/deployment.yaml',
    from: '{ name: bff-tmp, mountPath: /tmp }',
    to: '{ name: tmp, mountPath: /tmp }',
    path: `${BFF}/volumeMounts/0/name`,
    says: 'no volume tmp',
  },
  {
    planted: 'an image without an address',
    file: 'base/deployment.yaml',
    from: 'image: web-bff',
    to: 'image: bff',
    path: `${BFF}/image`,
    says: 'the kustomization names no image bff',
  },
  {
    planted: 'an unknown setting of nginx',
    file: 'base/kustomization.yaml',
    from: 'BFF_ADDRESS=',
    to: 'BFF_ADRESS=',
    path: 'ConfigMap nginx/data/BFF_ADRESS',
    says: 'nginx knows no such setting',
  },
  {
    planted: 'an unknown setting of the BFF',
    file: 'base/kustomization.yaml',
    from: 'LOG_LEVEL=info',
    to: 'LOGLEVEL=info',
    path: 'ConfigMap bff/data/LOGLEVEL',
    says: 'the BFF knows no such setting',
  },
  {
    planted: 'a value that the BFF refuses',
    file: 'base/kustomization.yaml',
    from: 'LOG_LEVEL=info',
    to: 'LOG_LEVEL=loud',
    path: 'ConfigMap bff/data/LOG_LEVEL',
    says: /expected one of fatal/,
  },
  {
    planted: 'another path than the application’s',
    file: 'ingress/ingress.yaml',
    from: `path: ${BASE_PATH}`,
    to: 'path: /app',
    path: '/spec/rules/0/http/paths/0',
    says: `/app is not ${BASE_PATH}`,
  },
  {
    planted: 'a prefix that is stripped without the targets’ knowledge',
    file: 'gateway-stripping/kustomization.yaml',
    from: 'INGRESS_STRIPS_PREFIX=true',
    to: 'INGRESS_STRIPS_PREFIX=false',
    reported: 'gateway-stripping/http-route.yaml',
    path: '/spec/rules/0/matches/0/path',
    says: 'INGRESS_STRIPS_PREFIX is not true in every container',
  },
  {
    planted: 'a BFF that closes before nginx',
    file: 'base/deployment.yaml',
    from: 'seconds: 20',
    to: 'seconds: 5',
    path: '/spec/template/spec',
    says: 'the BFF closes before nginx has finished',
  },
  {
    planted: 'a pod that is killed too early',
    file: 'base/deployment.yaml',
    from: 'terminationGracePeriodSeconds: 40',
    to: 'terminationGracePeriodSeconds: 30',
    path: '/spec/template/spec',
    says: 'the pod is killed too early',
  },
  {
    planted: 'a pod beyond the restricted profile',
    file: 'base/deployment.yaml',
    from: 'capabilities: { drop: [ALL] }',
    to: 'capabilities: { drop: [NET_RAW] }',
    path: `${NGINX}: capabilities/drop`,
    says: 'not restricted',
  },
])('$planted is reported', async ({ file, from, to, path, says, reported = file }) => {
  await inACopy(file, from, to, async (copy) => {
    const folder = waysIn.find((one) => file.startsWith(`${one}/`)) ?? 'gateway';
    const faults = checkManifests(await build(copy, folder));
    expect(faults).toContainEqual({
      file: reported,
      path,
      says: typeof says === 'string' ? says : expect.stringMatching(says),
    });
    expect(new Set(faults.map((fault) => fault.path))).toEqual(new Set([path]));
  });
});

test.each([
  ['a field that kustomize 2.0.3 does not know', 'gateway/kustomization.yaml', 'bases:', 'components:'],
  [
    'a merge with a map that is not there',
    'gateway-stripping/kustomization.yaml',
    'shared-settings',
    'settings',
  ],
  ['a key that stands twice', 'base/service.yaml', 'kind: Service', 'kind: Service\nkind: Service'],
])('%s stops the build', async (_, file, from, to) => {
  await inACopy(file, from, to, async (copy) => {
    await expect(build(copy, file.split('/')[0] ?? '')).rejects.toThrow(file);
  });
});

test('nginx does not start until TRUSTED_PROXIES is chosen, and takes every other setting as it stands', async () => {
  for (const folder of waysIn) {
    const { manifests } = await build(root, folder);
    const nginx = pods(manifests)[0]?.containers.find(({ name }) => name === 'nginx');
    expect(await invalidInNginx(nginx ? envOf(manifests, nginx) : {})).toEqual([
      expect.stringContaining('TRUSTED_PROXIES="CHOOSE": expected addresses'),
    ]);
  }
});

test('the ports are those that the targets listen on', async () => {
  const { manifests } = await build(root, 'gateway');
  const [pod] = pods(manifests);
  const ports = (target: string) =>
    pod?.containers.find(({ name }) => name === target)?.ports?.map(({ containerPort }) => containerPort);
  const conf = await Promise.all(
    ['server.conf', 'management.conf'].map((file) => readFile(join(project, 'nginx/conf', file), 'utf8')),
  );
  expect(ports('nginx')).toEqual(conf.map((text) => Number(/listen (\d+)/.exec(text)?.[1])));
  const dockerfile = await readFile(join(project, 'Dockerfile'), 'utf8');
  const [, port, managementPort] = /\bPORT=(\d+) MANAGEMENT_PORT=(\d+)/.exec(dockerfile) ?? [];
  expect(ports('bff')).toEqual([Number(port), Number(managementPort)]);
  const nginx = pod?.containers[0];
  expect(nginx && envOf(manifests, nginx)['BFF_ADDRESS']).toBe(`127.0.0.1:${port}`);
});

async function inACopy(file: string, from: string, to: string, look: (copy: string) => Promise<void>) {
  const copy = await mkdtemp(join(tmpdir(), 'kubernetes-'));
  try {
    await cp(root, copy, { recursive: true });
    const text = await readFile(join(copy, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    await writeFile(join(copy, file), text.replace(from, to));
    await look(copy);
  } finally {
    await rm(copy, { recursive: true });
  }
}
