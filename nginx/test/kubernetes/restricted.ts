import type { Finding, Placed } from './manifest.ts';
import { pods, type Pod } from './pod.ts';

const VOLUMES = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral'].concat([
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

/** Violations of the `restricted` profile (Pod Security Standards), and writable root filesystems. */
export const restrictedFindings = (all: readonly Placed[]): Finding[] => pods(all).flatMap(ofPod);

function ofPod({ file, path, spec, containers }: Pod): Finding[] {
  const { runAsNonRoot, seccompProfile } = spec.securityContext ?? {};
  const pod = [
    runAsNonRoot === true || 'runAsNonRoot',
    seccompProfile?.type === 'RuntimeDefault' || 'seccompProfile',
    !spec.hostNetwork || 'hostNetwork',
    !spec.hostPID || 'hostPID',
    !spec.hostIPC || 'hostIPC',
    spec.automountServiceAccountToken === false || 'automountServiceAccountToken',
    (spec.volumes ?? []).every((volume) =>
      Object.keys(volume).every((key) => key === 'name' || VOLUMES.includes(key)),
    ) || 'volumes',
  ];
  return [
    ...failed(file, path, pod),
    ...containers.flatMap((container) => failed(file, container.path, ofContainer(container))),
  ];
}

function ofContainer({ securityContext: context, ports = [] }: Pod['containers'][number]) {
  return [
    (context?.runAsUser ?? 0) > 0 || 'runAsUser',
    context?.runAsNonRoot !== false || 'runAsNonRoot',
    !context?.privileged || 'privileged',
    context?.allowPrivilegeEscalation === false || 'allowPrivilegeEscalation',
    context?.readOnlyRootFilesystem === true || 'readOnlyRootFilesystem',
    context?.capabilities?.drop?.join() === 'ALL' || 'capabilities/drop',
    (context?.capabilities?.add ?? []).length === 0 || 'capabilities/add',
    context?.seccompProfile === undefined || 'seccompProfile',
    ports.every(({ hostPort }) => hostPort === undefined) || 'hostPort',
  ];
}

const failed = (file: string, path: string, checks: readonly (true | string)[]): Finding[] =>
  checks.flatMap((check) =>
    check === true ? [] : [{ file, path: `${path}: ${check}`, message: 'not restricted' }],
  );
