import { limits } from '@web/bff/contract/constants';
import { unless, type Placed, type Finding } from './manifest.ts';
import { pods, type Pod } from './pod.ts';

/** Pods that stop nginx or the BFF before it has finished its requests. */
export const shutdownFindings = (all: readonly Placed[]): Finding[] => pods(all).flatMap(ofPod);

function ofPod({ file, path, spec, containers }: Pod): Finding[] {
  const drain = limits.DRAIN_MS / 1000;
  const sleepOf = (name: string) =>
    containers.find((container) => container.name === name)?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const [nginx, bff, pod] = [sleepOf('nginx'), sleepOf('bff'), spec.terminationGracePeriodSeconds ?? 30];
  return [
    ...unless(nginx >= 5, { file, path, message: 'nginx closes before the ingress knows' }),
    ...unless(bff >= nginx + drain, { file, path, message: 'the BFF closes before nginx has finished' }),
    ...unless(pod >= bff + drain + 5, { file, path, message: 'the pod is killed too early' }),
  ];
}
