import { fieldProblems } from './fields.ts';
import type { Built } from './kustomization.ts';
import type { Problem } from './manifest.ts';
import { referenceProblems } from './references.ts';
import { restrictedProblems } from './restricted.ts';
import { settingProblems } from './settings.ts';
import { shutdownProblems } from './shutdown.ts';
import { entryPointProblems } from './entry-point.ts';
import { podProblems } from './within-pod.ts';

/** All that is wrong. What the manifests say to each other is looked at once each is well-formed in itself. */
export function checkManifests({ manifests, images }: Built): readonly Problem[] {
  const ofFields = manifests.flatMap(fieldProblems);
  if (ofFields.length > 0) return ofFields;
  return [
    ...podProblems(manifests, images),
    ...referenceProblems(manifests),
    ...settingProblems(manifests),
    ...entryPointProblems(manifests),
    ...shutdownProblems(manifests),
    ...restrictedProblems(manifests),
  ];
}
