import { limits } from '@web/bff/contract/constants';
import type { Problem, Placed } from './manifest.ts';
import { pods, type Pod } from './pod.ts';

/** A pod that ends before its targets have finished: the BFF outlives nginx, and the pod gives both their time. */
export const shutdownProblems = (all: readonly Placed[]): Problem[] => pods(all).flatMap(ofPod);

function ofPod({ file, path, spec, containers }: Pod): Problem[] {
  const drain = limits.DRAIN_MS / 1000;
  const sleeps = (name: string) =>
    containers.find((container) => container.name === name)?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const faults = [
    sleeps('nginx') >= 5 || 'nginx closes before the ingress can know',
    sleeps('bff') >= sleeps('nginx') + drain || 'the BFF closes before nginx has finished',
    (spec.terminationGracePeriodSeconds ?? 30) >= sleeps('bff') + drain + 5 || 'the pod is killed too early',
  ];
  return faults.flatMap((says) => (says === true ? [] : [{ file, path, says }]));
}
