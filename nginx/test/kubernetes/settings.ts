import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { readConfig, settingNames } from '@web/bff/config';
import { settings } from '@web/bff/settings';
import { upstreams } from '@web/bff/upstreams';
import { nginxSettings } from '../../start/settings.ts';
import { ofKind, type Finding, type Placed } from './manifest.ts';
import { pods, type Container } from './pod.ts';

type Env = Readonly<Record<string, string>>;

/** Settings that nginx or the BFF does not know, and values that the BFF refuses. render-config.sh checks nginx's values. */
export function settingFindings(all: readonly Placed[]): Finding[] {
  const containers = pods(all).flatMap((pod) => pod.containers);
  return containers.flatMap((container) =>
    mapsOf(all, container).flatMap(({ file, manifest }) =>
      Object.entries(manifest.data ?? {}).flatMap(([name, value]) => {
        const message = problemOf(container.name, name, value);
        return message ? [{ file, path: `ConfigMap ${manifest.metadata?.name}/data/${name}`, message }] : [];
      }),
    ),
  );
}

/** The environment of a container, from the maps that it refers to. */
export const envOf = (all: readonly Placed[], container: Container): Env =>
  Object.assign({}, ...mapsOf(all, container).map(({ manifest }) => manifest.data)) as Env;

const mapsOf = (all: readonly Placed[], { envFrom = [] }: Container) =>
  envFrom.flatMap(({ configMapRef }) =>
    ofKind<IConfigMap>(all, 'ConfigMap').filter(
      ({ manifest }) => manifest.metadata?.name === configMapRef?.name,
    ),
  );

function problemOf(target: string, name: string, value: string): string | undefined {
  if (target === 'nginx') return name in nginxSettings ? undefined : 'nginx knows no such setting';
  const declared = { upstreams, settings };
  if (!settingNames(declared).includes(name)) return 'the BFF knows no such setting';
  try {
    readConfig({ [name]: value }, declared);
    return undefined;
  } catch (error) {
    // Backend services may still have no address: other settings are not judged here.
    return String(error)
      .split('\n  ')
      .find((line) => line.startsWith(`${name}=`) || line.startsWith(`${name}:`));
  }
}
