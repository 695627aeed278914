import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IService } from 'kubernetes-models/v1/Service';
import { ofKind, unless, type Placed, type Finding } from './manifest.ts';
import { pods, portNames, selects } from './pod.ts';

/** References to missing ports and services, and selectors that match no pod. */
export const referenceFindings = (all: readonly Placed[]): Finding[] => [
  ...ofServices(all),
  ...ofSelectors(all),
  ...ofNetworkPolicies(all),
  ...ofIngresses(all),
  ...ofRoutes(all),
];

const services = (all: readonly Placed[]) =>
  ofKind<IService>(all, 'Service').map(({ file, manifest: { metadata, spec } }) => ({
    file,
    name: metadata?.name,
    selector: spec?.selector,
    ports: spec?.ports ?? [],
  }));

const ofServices = (all: readonly Placed[]): Finding[] =>
  services(all).flatMap(({ file, selector, ports }) => {
    const pod = pods(all).find(({ labels }) => selects(selector, labels));
    if (!pod) return [{ file, path: '/spec/selector', message: 'selects no pod' }];
    return ports.flatMap(({ targetPort }, at) =>
      unless(portNames(pod).includes(String(targetPort)), {
        file,
        path: `/spec/ports/${at}/targetPort`,
        message: `the pod has no port named ${targetPort}`,
      }),
    );
  });

function ofSelectors(all: readonly Placed[]): Finding[] {
  const policies = ofKind<INetworkPolicy>(all, 'NetworkPolicy');
  const budgets = ofKind<IPodDisruptionBudget>(all, 'PodDisruptionBudget');
  const selectors = [
    ...pods(all).map((pod) => [pod.file, '/spec/selector', pod.deployment.spec?.selector] as const),
    ...pods(all).flatMap(({ file, path, spec }) =>
      (spec.topologySpreadConstraints ?? []).map(
        ({ labelSelector }, at) =>
          [file, `${path}/topologySpreadConstraints/${at}/labelSelector`, labelSelector] as const,
      ),
    ),
    ...budgets.map(({ file, manifest }) => [file, '/spec/selector', manifest.spec?.selector] as const),
    ...policies.map(({ file, manifest }) => [file, '/spec/podSelector', manifest.spec?.podSelector] as const),
  ];
  return selectors.flatMap(([file, path, selector]) => {
    const matches = pods(all).some(({ labels }) => selects(selector?.matchLabels, labels));
    return unless(matches, { file, path, message: 'selects no pod' });
  });
}

function ofNetworkPolicies(all: readonly Placed[]): Finding[] {
  const names = pods(all).flatMap(portNames);
  return ofKind<INetworkPolicy>(all, 'NetworkPolicy').flatMap(({ file, manifest }) =>
    (manifest.spec?.ingress ?? []).flatMap(({ ports = [] }, rule) =>
      ports.flatMap(({ port }, at) => {
        const path = `/spec/ingress/${rule}/ports/${at}`;
        return unless(names.includes(String(port)), {
          file,
          path,
          message: `the pod has no port named ${port}`,
        });
      }),
    ),
  );
}

/** Checks that a service has the port, by name or by number. */
function checkPort(
  all: readonly Placed[],
  file: string,
  path: string,
  name: string,
  port: unknown,
): Finding[] {
  const service = services(all).find((item) => item.name === name);
  if (!service) return [{ file, path, message: `no service ${name}` }];
  const hasPort = service.ports.some((item) => item.name === port || item.port === port);
  return unless(hasPort, { file, path, message: `the service ${name} has no port ${String(port)}` });
}

const ofIngresses = (all: readonly Placed[]): Finding[] =>
  ofKind<IIngress>(all, 'Ingress').flatMap(({ file, manifest }) =>
    (manifest.spec?.rules ?? []).flatMap(({ http }, rule) =>
      (http?.paths ?? []).flatMap(({ backend: { service } }, at) => {
        const path = `/spec/rules/${rule}/http/paths/${at}/backend/service`;
        return checkPort(
          all,
          file,
          path,
          String(service?.name),
          service?.port?.name ?? service?.port?.number,
        );
      }),
    ),
  );

const ofRoutes = (all: readonly Placed[]): Finding[] =>
  ofKind<IHTTPRoute>(all, 'HTTPRoute').flatMap(({ file, manifest }) =>
    (manifest.spec.rules ?? []).flatMap(({ backendRefs = [] }, rule) =>
      backendRefs.flatMap(({ name, port }, at) =>
        checkPort(all, file, `/spec/rules/${rule}/backendRefs/${at}`, name, port),
      ),
    ),
  );
