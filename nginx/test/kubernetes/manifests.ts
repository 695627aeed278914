import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root, run } from '@web/bff/test/processes';
import type { Manifest } from './fields.ts';

interface Kinds {
  readonly Deployment: IDeployment;
  readonly ConfigMap: IConfigMap;
  readonly Ingress: IIngress;
  readonly HTTPRoute: IHTTPRoute;
}

const folder = join(root, 'nginx/ingress/kubernetes');

/** What `kubectl apply -k` would apply of an entry point. */
export async function build(entryPoint: string) {
  const { stdout } = await run('kubectl', ['kustomize', join(folder, entryPoint)]);
  const all = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  const ofKind = <Kind extends keyof Kinds>(kind: Kind) =>
    all.filter((manifest) => manifest.kind === kind) as unknown as Kinds[Kind][];
  const [deployment] = ofKind('Deployment');
  const pod = deployment?.spec?.template;
  if (!deployment || !pod?.spec) throw new Error(`${entryPoint} has no deployment`);
  const containers = Object.fromEntries(pod.spec.containers.map((container) => [container.name, container]));
  /** The environment of a container, from the maps that it refers to. */
  const envOf = (name: string): Record<string, string> => {
    const maps = (containers[name]?.envFrom ?? []).map(({ configMapRef }) => {
      const map = ofKind('ConfigMap').find(({ metadata }) => metadata?.name === configMapRef?.name);
      if (!map) throw new Error(`${name} refers to a map ${configMapRef?.name}, which is missing`);
      return map.data;
    });
    return Object.assign({}, ...maps) as Record<string, string>;
  };
  return { all, ofKind, podSpec: pod.spec, containers, envOf };
}
