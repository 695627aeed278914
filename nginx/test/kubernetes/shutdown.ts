import { limits } from '@web/bff/contract/constants';
import type { Problem, Placed } from './manifest.ts';
import { pods, type Pod } from './pod.ts';

/** Pods that stop nginx or the BFF before it has finished its requests. */
export const shutdownProblems = (all: readonly Placed[]): Problem[] => pods(all).flatMap(ofPod);

function ofPod({ file, path, spec, containers }: Pod): Problem[] {
  const drain = limits.DRAIN_MS / 1000;
  const sleeps = (name: string) =>
    containers.find((container) => container.name === name)?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const problems = [
    sleeps('nginx') >= 5 || 'nginx closes before the ingress knows',
    sleeps('bff') >= sleeps('nginx') + drain || 'the BFF closes before nginx has finished',
    (spec.terminationGracePeriodSeconds ?? 30) >= sleeps('bff') + drain + 5 || 'the pod is killed too early',
  ];
  return problems.flatMap((says) => (says === true ? [] : [{ file, path, says }]));
}
