import { session } from '@web/bff/contract/session';
import { fieldFindings } from './fields.ts';
import type { Built } from './kustomization.ts';
import type { Finding } from './manifest.ts';
import { referenceFindings } from './references.ts';
import { restrictedFindings } from './restricted.ts';
import { settingFindings } from './settings.ts';
import { sessionFindings } from './sessions.ts';
import { shutdownFindings } from './shutdown.ts';
import { entryPointFindings } from './entry-point.ts';
import { podFindings } from './within-pod.ts';

/** Every finding. References between manifests are checked only when each manifest is valid. */
export function checkManifests(
  { manifests, images }: Built,
  hasSessions: boolean = session !== null,
): readonly Finding[] {
  const invalid = manifests.flatMap(fieldFindings);
  if (invalid.length > 0) return invalid;
  return [
    ...podFindings(manifests, images),
    ...referenceFindings(manifests),
    ...settingFindings(manifests),
    ...entryPointFindings(manifests),
    ...shutdownFindings(manifests),
    ...restrictedFindings(manifests),
    ...(hasSessions ? sessionFindings(manifests) : []),
  ];
}
