import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@web/bff/contract/constants';
import { root } from '@web/bff/test/processes';
import { unless, type Placed, type Finding } from './manifest.ts';
import { pods, type Pod } from './pod.ts';
import { envOf } from './settings.ts';

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
/** What both images set. */
const preset = Number(/DRAIN_DELAY_SECONDS=(\d+)$/m.exec(dockerfile)?.[1]);
/** How much longer the BFF serves, and how long it refuses before it ends: bff/src/serve.ts. */
const BFF_LONGER = 3 + 1;

/** Pods that stop nginx or the BFF before it has finished its requests. */
export const shutdownFindings = (all: readonly Placed[]): Finding[] =>
  pods(all).flatMap((pod) => ofPod(all, pod));

function ofPod(all: readonly Placed[], { file, path, spec, containers }: Pod): Finding[] {
  const delays = containers.map((one) => Number(envOf(all, one)['DRAIN_DELAY_SECONDS'] ?? preset));
  const pod = spec.terminationGracePeriodSeconds ?? 30;
  const needed = Math.max(...delays) + BFF_LONGER + limits.DRAIN_MS / 1000 + 5;
  return [
    ...unless(Math.min(...delays) >= 5, { file, path, message: 'it stops before the ingress knows' }),
    ...unless(pod >= needed, { file, path, message: 'the pod is killed too early' }),
  ];
}
