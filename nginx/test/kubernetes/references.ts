import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IService } from 'kubernetes-models/v1/Service';
import { ofKind, type Problem, type Placed } from './manifest.ts';
import { pods, portNames, selects } from './pod.ts';

/** References to missing ports and services, and selectors that match no pod. */
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
  const selectors = [
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
    ...selectors.flatMap(({ file, path, selector }) =>
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

/** Checks that a service has the port, by name or by number. */
function checkPort(
  all: readonly Placed[],
  file: string,
  path: string,
  name: string,
  port: unknown,
): Problem[] {
  const service = services(all).find((item) => item.name === name);
  if (!service) return [{ file, path, says: `no service ${name}` }];
  return service.ports.some((item) => item.name === port || item.port === port)
    ? []
    : [{ file, path, says: `the service ${name} has no port ${String(port)}` }];
}

const ofIngresses = (all: readonly Placed[]): Problem[] =>
  ofKind<IIngress>(all, 'Ingress').flatMap(({ file, manifest }) =>
    (manifest.spec?.rules ?? []).flatMap(({ http }, rule) =>
      (http?.paths ?? []).flatMap(({ backend }, at) =>
        checkPort(
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
        checkPort(all, file, `/spec/rules/${rule}/backendRefs/${at}`, name, port),
      ),
    ),
  );
