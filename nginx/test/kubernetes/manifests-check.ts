import { fieldProblems } from './fields.ts';
import type { Built } from './kustomization.ts';
import type { Problem } from './manifest.ts';
import { referenceProblems } from './references.ts';
import { restrictedProblems } from './restricted.ts';
import { settingProblems } from './settings.ts';
import { shutdownProblems } from './shutdown.ts';
import { entryPointProblems } from './entry-point.ts';
import { podProblems } from './within-pod.ts';

/** Every problem. References between manifests are checked only when each manifest is valid. */
export function checkManifests({ manifests, images }: Built): readonly Problem[] {
  const invalid = manifests.flatMap(fieldProblems);
  if (invalid.length > 0) return invalid;
  return [
    ...podProblems(manifests, images),
    ...referenceProblems(manifests),
    ...settingProblems(manifests),
    ...entryPointProblems(manifests),
    ...shutdownProblems(manifests),
    ...restrictedProblems(manifests),
  ];
}
