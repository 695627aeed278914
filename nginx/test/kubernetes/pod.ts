import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { ofKind, type Labels, type Placed } from './manifest.ts';

const PATH = '/spec/template/spec';

/** The pod of every deployment, with what the checks need. */
export const pods = (all: readonly Placed[]) =>
  ofKind<IDeployment>(all, 'Deployment').flatMap(({ file, manifest }) => {
    const { metadata, spec } = manifest.spec?.template ?? {};
    if (!spec) return [];
    return [
      {
        file,
        deployment: manifest,
        labels: metadata?.labels ?? {},
        spec,
        path: PATH,
        containers: spec.containers.map((container, at) => ({
          ...container,
          path: `${PATH}/containers/${at}`,
        })),
      },
    ];
  });

export type Pod = ReturnType<typeof pods>[number];
export type Container = Pod['containers'][number];

export const portNames = (pod: Pod) =>
  pod.containers.flatMap(({ ports }) => (ports ?? []).map(({ name }) => name));

/** Whether the selector matches the labels. An empty one would match everything, and is refused. */
export const selects = (selector: Labels | undefined, labels: Labels) =>
  Object.keys(selector ?? {}).length > 0 &&
  Object.entries(selector ?? {}).every(([name, value]) => labels[name] === value);
