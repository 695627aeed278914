import { fieldFaults } from './fields.ts';
import type { Built } from './kustomization.ts';
import type { Fault } from './manifest.ts';
import { referenceFaults } from './references.ts';
import { restrictedFaults } from './restricted.ts';
import { settingFaults } from './settings.ts';
import { shutdownFaults } from './shutdown.ts';
import { wayInFaults } from './entry-point.ts';
import { podFaults } from './within-pod.ts';

/** All that is wrong. What the manifests say to each other is looked at once each is well-formed in itself. */
export function checkManifests({ manifests, images }: Built): readonly Fault[] {
  const ofFields = manifests.flatMap(fieldFaults);
  if (ofFields.length > 0) return ofFields;
  return [
    ...podFaults(manifests, images),
    ...referenceFaults(manifests),
    ...settingFaults(manifests),
    ...wayInFaults(manifests),
    ...shutdownFaults(manifests),
    ...restrictedFaults(manifests),
  ];
}
