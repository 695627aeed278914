import { limits } from '@web/bff/contract/constants';
import { unless, type Placed, type Problem } from './manifest.ts';
import { pods, type Pod } from './pod.ts';

/** Pods that stop nginx or the BFF before it has finished its requests. */
export const shutdownProblems = (all: readonly Placed[]): Problem[] => pods(all).flatMap(ofPod);

function ofPod({ file, path, spec, containers }: Pod): Problem[] {
  const drain = limits.DRAIN_MS / 1000;
  const sleepOf = (name: string) =>
    containers.find((container) => container.name === name)?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const [nginx, bff, pod] = [sleepOf('nginx'), sleepOf('bff'), spec.terminationGracePeriodSeconds ?? 30];
  return [
    ...unless(nginx >= 5, { file, path, says: 'nginx closes before the ingress knows' }),
    ...unless(bff >= nginx + drain, { file, path, says: 'the BFF closes before nginx has finished' }),
    ...unless(pod >= bff + drain + 5, { file, path, says: 'the pod is killed too early' }),
  ];
}
