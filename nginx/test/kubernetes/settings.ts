import { readFileSync } from 'node:fs';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { ConfigError, readConfig } from '@web/bff/config';
import { ofKind, type Fault, type Placed } from './manifest.ts';
import { pods, type Container } from './pod.ts';

type Env = Readonly<Record<string, string>>;

/** Settings that the target does not know, or whose value the BFF refuses. Of nginx's values render-config.sh is the judge. */
export function settingFaults(all: readonly Placed[]): Fault[] {
  const containers = pods(all).flatMap((pod) => pod.containers);
  return containers.flatMap((container) =>
    mapsOf(all, container).flatMap(({ file, manifest }) =>
      Object.entries(manifest.data ?? {}).flatMap(([name, value]) => {
        const says = judge(container.name, name, value);
        return says ? [{ file, path: `ConfigMap ${manifest.metadata?.name}/data/${name}`, says }] : [];
      }),
    ),
  );
}

/** What a container takes from the maps that it refers to. */
export const envOf = (all: readonly Placed[], container: Container): Env =>
  Object.assign({}, ...mapsOf(all, container).map(({ manifest }) => manifest.data)) as Env;

const mapsOf = (all: readonly Placed[], { envFrom = [] }: Container) =>
  envFrom.flatMap(({ configMapRef }) =>
    ofKind<IConfigMap>(all, 'ConfigMap').filter(
      ({ manifest }) => manifest.metadata?.name === configMapRef?.name,
    ),
  );

function judge(target: string, name: string, value: string): string | undefined {
  if (target === 'nginx') return ofNginx.has(name) ? undefined : 'nginx knows no such setting';
  const { read, fault } = askBff({ [name]: value });
  return read.has(name) ? fault : 'the BFF knows no such setting';
}

/** Those that render-config.sh gives a default, or asks whether they are set. */
const script = readFileSync(new URL('../../start/render-config.sh', import.meta.url), 'utf8');
const assigned = new Set([...script.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name));
const ofNginx = new Set(
  [...script.matchAll(/\$\{([A-Z_]+):?[=+]/g)].flatMap(([, name = '']) => (assigned.has(name) ? [] : [name])),
);

/** Which settings the BFF reads, and what it says to these; backend services may still be without an address. */
function askBff(env: Env): { read: ReadonlySet<string>; fault: string | undefined } {
  const read = new Set<string>();
  const asked = new Proxy(env, {
    get(target, key) {
      const name = String(key);
      read.add(name);
      return target[name] ?? (name.startsWith('UPSTREAM_') ? 'http://still-to-be-named' : undefined);
    },
  });
  try {
    readConfig(asked);
    return { read, fault: undefined };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { read, fault: error.message };
  }
}
