import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IService } from 'kubernetes-models/v1/Service';
import { ofKind, type Problem, type Placed } from './manifest.ts';
import { pods, portNames, selects } from './pod.ts';

/** Names that nothing bears: a pod's ports, services and their ports; and selectors that select no pod. */
export function referenceProblems(all: readonly Placed[]): Problem[] {
  return [...ofServices(all), ...ofSelectors(all), ...ofIngresses(all), ...ofRoutes(all)];
}

const services = (all: readonly Placed[]) =>
  ofKind<IService>(all, 'Service').map(({ file, manifest }) => ({
    file,
    name: manifest.metadata?.name,
    selector: manifest.spec?.selector,
    ports: manifest.spec?.ports ?? [],
  }));

const ofServices = (all: readonly Placed[]): Problem[] =>
  services(all).flatMap(({ file, selector, ports }) => {
    const pod = pods(all).find(({ labels }) => selects(selector, labels));
    if (!pod) return [{ file, path: '/spec/selector', says: 'selects no pod' }];
    return ports.flatMap(({ targetPort }, at) =>
      portNames(pod).includes(String(targetPort))
        ? []
        : [{ file, path: `/spec/ports/${at}/targetPort`, says: `the pod has no port named ${targetPort}` }],
    );
  });

function ofSelectors(all: readonly Placed[]): Problem[] {
  const asked = [
    ...pods(all).map(({ file, deployment }) => ({
      file,
      path: '/spec/selector',
      selector: deployment.spec?.selector,
    })),
    ...pods(all).flatMap(({ file, path, spec }) =>
      (spec.topologySpreadConstraints ?? []).map(({ labelSelector }, at) => ({
        file,
        path: `${path}/topologySpreadConstraints/${at}/labelSelector`,
        selector: labelSelector,
      })),
    ),
    ...ofKind<IPodDisruptionBudget>(all, 'PodDisruptionBudget').map(({ file, manifest }) => ({
      file,
      path: '/spec/selector',
      selector: manifest.spec?.selector,
    })),
    ...ofKind<INetworkPolicy>(all, 'NetworkPolicy').map(({ file, manifest }) => ({
      file,
      path: '/spec/podSelector',
      selector: manifest.spec?.podSelector,
    })),
  ];
  const names = pods(all).flatMap(portNames);
  return [
    ...asked.flatMap(({ file, path, selector }) =>
      pods(all).some(({ labels }) => selects(selector?.matchLabels, labels))
        ? []
        : [{ file, path, says: 'selects no pod' }],
    ),
    ...ofKind<INetworkPolicy>(all, 'NetworkPolicy').flatMap(({ file, manifest }) =>
      (manifest.spec?.ingress ?? []).flatMap(({ ports = [] }, rule) =>
        ports.flatMap(({ port }, at) =>
          names.includes(String(port))
            ? []
            : [
                {
                  file,
                  path: `/spec/ingress/${rule}/ports/${at}`,
                  says: `the pod has no port named ${port}`,
                },
              ],
        ),
      ),
    ),
  ];
}

/** A service's port, by name or by number. */
function portOf(all: readonly Placed[], file: string, path: string, name: string, port: unknown): Problem[] {
  const service = services(all).find((one) => one.name === name);
  if (!service) return [{ file, path, says: `no service ${name}` }];
  return service.ports.some((one) => one.name === port || one.port === port)
    ? []
    : [{ file, path, says: `the service ${name} has no port ${String(port)}` }];
}

const ofIngresses = (all: readonly Placed[]): Problem[] =>
  ofKind<IIngress>(all, 'Ingress').flatMap(({ file, manifest }) =>
    (manifest.spec?.rules ?? []).flatMap(({ http }, rule) =>
      (http?.paths ?? []).flatMap(({ backend }, at) =>
        portOf(
          all,
          file,
          `/spec/rules/${rule}/http/paths/${at}/backend/service`,
          String(backend.service?.name),
          backend.service?.port?.name ?? backend.service?.port?.number,
        ),
      ),
    ),
  );

const ofRoutes = (all: readonly Placed[]): Problem[] =>
  ofKind<IHTTPRoute>(all, 'HTTPRoute').flatMap(({ file, manifest }) =>
    (manifest.spec.rules ?? []).flatMap(({ backendRefs = [] }, rule) =>
      backendRefs.flatMap(({ name, port }, at) =>
        portOf(all, file, `/spec/rules/${rule}/backendRefs/${at}`, name, port),
      ),
    ),
  );
