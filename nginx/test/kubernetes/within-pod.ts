import type { Finding, Placed } from './manifest.ts';
import { pods, portNames, type Container } from './pod.ts';

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

/** References of a pod to missing ports, maps, volumes and images. Every container needs every probe. */
export function podFindings(all: readonly Placed[], images: readonly string[]): Finding[] {
  const maps = all.flatMap(({ manifest }) => (manifest.kind === 'ConfigMap' ? [manifest.metadata.name] : []));
  return pods(all).flatMap((pod) => {
    const { file, spec } = pod;
    const volumes = (spec.volumes ?? []).map(({ name }) => name);
    const ports = portNames(pod);
    const twice = ports.find((name, at) => ports.indexOf(name) < at);
    return [
      ...(twice === undefined ? [] : [{ file, path: pod.path, message: `two ports are named ${twice}` }]),
      ...pod.containers.flatMap((container) =>
        [
          ...probeChecks(container),
          ...(container.envFrom ?? []).map(({ configMapRef }, at) => ({
            path: `/envFrom/${at}/configMapRef/name`,
            holds: maps.includes(String(configMapRef?.name)),
            message: `no map ${configMapRef?.name}`,
          })),
          ...(container.volumeMounts ?? []).map(({ name }, at) => ({
            path: `/volumeMounts/${at}/name`,
            holds: volumes.includes(name),
            message: `no volume ${name}`,
          })),
          {
            path: '/image',
            holds: images.includes(String(container.image)),
            message: `the kustomization names no image ${container.image}`,
          },
        ].flatMap(({ path, holds, message }) =>
          holds ? [] : [{ file, path: `${container.path}${path}`, message }],
        ),
      ),
    ];
  });
}

const probeChecks = (container: Container) =>
  probes.map((probe) => {
    const port = container[probe]?.httpGet?.port;
    return {
      path: `/${probe}/httpGet/port`,
      holds: (container.ports ?? []).some(({ name }) => name === port),
      message: `the container has no port named ${port}`,
    };
  });
