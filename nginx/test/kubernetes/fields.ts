import { validate as httpRoute } from '@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApisV1HTTPRoute';
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as namespace } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Namespace';
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as networkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as podDisruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';

interface Validate {
  (data: unknown): boolean;
  errors?: readonly { instancePath: string; keyword: string; params: object }[] | null;
}

const schemas: Readonly<Record<string, Validate>> = {
  'apps/v1 Deployment': deployment,
  'gateway.networking.k8s.io/v1 HTTPRoute': httpRoute,
  'networking.k8s.io/v1 Ingress': ingress,
  'networking.k8s.io/v1 NetworkPolicy': networkPolicy,
  'policy/v1 PodDisruptionBudget': podDisruptionBudget,
  'v1 ConfigMap': configMap,
  'v1 Namespace': namespace,
  'v1 Service': service,
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Unknown fields, missing fields and fields of the wrong type: the path of each, with what is wrong. */
export function fieldFindings(manifest: Manifest): string[] {
  const validate = schemas[`${manifest.apiVersion} ${manifest.kind}`];
  if (!validate) return [`no schema for ${manifest.apiVersion} ${manifest.kind}`];
  const { watched, unread } = watch(manifest);
  validate(watched);
  return [
    ...(validate.errors ?? []).map(
      ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
    ),
    ...unread().map((path) => `${path}: unknown field`),
  ];
}

/** Records which fields a schema reads. The published schemas allow unknown fields, but they read only fields that they know. */
function watch(root: object): { watched: object; unread: () => string[] } {
  const seen = new Map<object, { proxy: object; read: Set<string> }>();
  const watched = (node: object): object => {
    const before = seen.get(node);
    if (before) return before.proxy;
    const read = new Set<string>();
    const proxy = new Proxy(node, {
      get(target, key) {
        if (typeof key === 'string') read.add(key);
        const value: unknown = Reflect.get(target, key);
        return isNode(value) ? watched(value) : value;
      },
    });
    seen.set(node, { proxy, read });
    return proxy;
  };
  const unread = (node: object, path: string): string[] =>
    Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
      if (!seen.get(node)?.read.has(key)) return [`${path}/${key}`];
      return isNode(value) ? unread(value, `${path}/${key}`) : [];
    });
  return { watched: watched(root), unread: () => unread(root, '') };
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;
