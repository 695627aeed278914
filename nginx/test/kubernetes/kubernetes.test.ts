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
const entryPoints = ['ingress', 'gateway', 'gateway-stripping'];

test.each(entryPoints)('the manifests of %s have no finding', async (folder) => {
  expect(checkManifests(await build(root, folder))).toEqual([]);
});

test('there are no other entry points', async () => {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect(folders.toSorted()).toEqual(['base', ...entryPoints].toSorted());
});

const NGINX = '/spec/template/spec/containers/0';
const BFF = '/spec/template/spec/containers/1';

type Row = readonly [edit: string, path: string, message: string | RegExp, reportedFile?: string];

/** By file: an edit `from → to`, and the path and text of the finding that it causes. */
const planted: Readonly<Record<string, readonly Row[]>> = {
  'base/deployment.yaml': [
    ['periodSeconds: 5 → period: 5', `${NGINX}/readinessProbe/period`, 'unknown field'],
    ["replicas: 2 → replicas: 'two'", '/spec/replicas', /integer/],
    [
      '{ path: /readyz, port: bff-management } → { path: /readyz, port: nginx-health }',
      `${BFF}/readinessProbe/httpGet/port`,
      'the container has no port named nginx-health',
    ],
    [
      'configMapRef: { name: bff } → configMapRef: { name: settings }',
      `${BFF}/envFrom/1/configMapRef/name`,
      'no map settings',
    ],
    ['{ name: bff-tmp, mountPath → { name: tmp, mountPath', `${BFF}/volumeMounts/0/name`, 'no volume tmp'],
    ['image: web-bff → image: bff', `${BFF}/image`, 'the kustomization names no image bff'],
    [
      'terminationGracePeriodSeconds: 30 → terminationGracePeriodSeconds: 20',
      '/spec/template/spec',
      'the pod is killed too early',
    ],
    ['drop: [ALL] → drop: [NET_RAW]', `${NGINX}: capabilities/drop`, 'not restricted'],
  ],
  'base/service.yaml': [
    ['kind: Service → kind: Service\nspecs: {}', '/specs', 'unknown field'],
    ['targetPort: http → targetPort: https', '/spec/ports/0/targetPort', 'the pod has no port named https'],
  ],
  'base/pod-disruption-budget.yaml': [
    ['maxUnavailable: 1 → maxUnavailable: true', '/spec/maxUnavailable', /integer/],
    [
      'matchLabels: { app.kubernetes.io/name: web } → matchLabels: { app: web }',
      '/spec/selector',
      'selects no pod',
    ],
  ],
  'base/network-policy.yaml': [
    [
      'port: bff-management → port: management',
      '/spec/ingress/1/ports/0',
      'the pod has no port named management',
    ],
  ],
  'base/kustomization.yaml': [
    [
      'INGRESS_STRIPS_PREFIX=false → DRAIN_DELAY_SECONDS=2',
      '/spec/template/spec',
      'it stops before the ingress knows',
      'base/deployment.yaml',
    ],
    [
      'INGRESS_STRIPS_PREFIX=false → DRAIN_DELAY_SECONDS=8',
      '/spec/template/spec',
      'the pod is killed too early',
      'base/deployment.yaml',
    ],
    ['BFF_ADDRESS= → BFF_ADRESS=', 'ConfigMap nginx/data/BFF_ADRESS', 'nginx knows no such setting'],
    ['LOG_LEVEL=info → LOGLEVEL=info', 'ConfigMap bff/data/LOGLEVEL', 'the BFF knows no such setting'],
    ['LOG_LEVEL=info → LOG_LEVEL=loud', 'ConfigMap bff/data/LOG_LEVEL', /expected one of fatal/],
  ],
  'ingress/ingress.yaml': [
    ['ingressClassName: nginx → ingressClass: nginx', '/spec/ingressClass', 'unknown field'],
    [
      'port: { name: http } → port: { name: web }',
      '/spec/rules/0/http/paths/0/backend/service',
      'the service web has no port web',
    ],
    [`path: ${BASE_PATH} → path: /app`, '/spec/rules/0/http/paths/0', `/app is not ${BASE_PATH}`],
  ],
  'gateway/http-route.yaml': [
    ['port: 80 → port: http', '/spec/rules/0/backendRefs/0/port', /integer/],
    ['name: web, port: 80 → name: bff, port: 80', '/spec/rules/0/backendRefs/0', 'no service bff'],
  ],
  'gateway-stripping/http-route.yaml': [
    [
      'replacePrefixMatch: / → replacePrefix: /',
      '/spec/rules/0/filters/0/urlRewrite/path/replacePrefix',
      'unknown field',
    ],
  ],
  'gateway-stripping/kustomization.yaml': [
    [
      'INGRESS_STRIPS_PREFIX=true → INGRESS_STRIPS_PREFIX=false',
      '/spec/rules/0/matches/0/path',
      'INGRESS_STRIPS_PREFIX is not true in every container',
      'gateway-stripping/http-route.yaml',
    ],
  ],
};

const rows = Object.entries(planted).flatMap(([file, edits]) => edits.map((row) => [file, ...row] as const));

test.for(rows)('in %s, the edit %s is reported', async ([file, edit, path, message, reportedFile = file]) => {
  const [from = '', to = ''] = edit.split(' → ');
  await withEdit(file, from, to, async (copy) => {
    const folder = entryPoints.find((name) => file.startsWith(`${name}/`)) ?? 'gateway';
    const findings = checkManifests(await build(copy, folder), false);
    const text = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(findings).toContainEqual({ file: reportedFile, path, message: text });
    expect(new Set(findings.map((finding) => finding.path))).toEqual(new Set([path]));
  });
});

test('a product with sign-in needs SESSION_STORE for several pods', async () => {
  const apart = {
    file: 'base/deployment.yaml',
    path: '/spec/replicas',
    message: 'several BFFs without SESSION_STORE do not share their sessions',
  };
  await withEdit('base/deployment.yaml', 'replicas: 2', 'replicas: 3', async (copy) => {
    expect(checkManifests(await build(copy, 'gateway'), true)).toEqual([apart]);
  });
  const fromSecret = 'valueFrom: { secretKeyRef: { name: session, key: store } }';
  for (const [file, from, to] of [
    ['base/deployment.yaml', 'replicas: 2', 'replicas: 1'],
    ['base/deployment.yaml', 'env:', `env:\n            - name: SESSION_STORE\n              ${fromSecret}`],
    [
      'base/kustomization.yaml',
      'LOG_LEVEL=info',
      'LOG_LEVEL=info\n      - SESSION_STORE=redis://valkey:6379',
    ],
  ] as const)
    await withEdit(file, from, to, async (copy) => {
      expect([to, checkManifests(await build(copy, 'gateway'), true)]).toEqual([to, []]);
    });
  await withEdit('base/kustomization.yaml', 'LOG_LEVEL=info', 'SESSION_STORE=valkey', async (copy) => {
    expect(checkManifests(await build(copy, 'gateway'), true)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('expected redis:// or rediss://') }),
    ]);
  });
});

test.each([
  ['gateway/kustomization.yaml', 'bases:', 'components:'],
  ['gateway-stripping/kustomization.yaml', 'shared-settings', 'settings'],
  ['base/service.yaml', 'kind: Service', 'kind: Service\nkind: Service'],
])('in %s, `%s` replaced by `%s` stops the build', async (file, from, to) => {
  await withEdit(file, from, to, async (copy) => {
    await expect(build(copy, file.split('/')[0] ?? '')).rejects.toThrow(file);
  });
});

test('nginx does not start until TRUSTED_PROXIES is chosen, and accepts every other setting', async () => {
  for (const folder of entryPoints) {
    const { manifests } = await build(root, folder);
    const nginx = pods(manifests)[0]?.containers.find(({ name }) => name === 'nginx');
    expect(await invalidInNginx(nginx ? envOf(manifests, nginx) : {})).toEqual([
      expect.stringContaining('TRUSTED_PROXIES="CHOOSE": expected addresses'),
    ]);
  }
});

test('the ports are those on which nginx and the BFF listen', async () => {
  const { manifests } = await build(root, 'gateway');
  const [pod] = pods(manifests);
  const ports = (container: string) =>
    pod?.containers.find(({ name }) => name === container)?.ports?.map(({ containerPort }) => containerPort);
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

/** Edits one file in a copy of the manifests. */
async function withEdit(file: string, from: string, to: string, run: (copy: string) => Promise<void>) {
  const copy = await mkdtemp(join(tmpdir(), 'kubernetes-'));
  try {
    await cp(root, copy, { recursive: true });
    // A product's own store is no part of these tests.
    const settings = join(copy, 'base/kustomization.yaml');
    const own = await readFile(settings, 'utf8');
    await writeFile(settings, own.replace(/^ *- SESSION_STORE=.*\n/m, ''));
    const text = await readFile(join(copy, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    await writeFile(join(copy, file), text.replace(from, to));
    await run(copy);
  } finally {
    await rm(copy, { recursive: true });
  }
}
