interface Validate {
  (data: unknown): boolean;
  errors?: readonly { instancePath: string; keyword: string; params: object }[] | null;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const schemas: Readonly<Record<string, () => Promise<{ readonly validate: unknown }>>> = {
  Deployment: () => import('kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'),
  HorizontalPodAutoscaler: () =>
    import('kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler'),
  HTTPRoute: () => import('@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApisV1HTTPRoute'),
  Ingress: () => import('kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress'),
  NetworkPolicy: () => import('kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy'),
  PodDisruptionBudget: () => import('kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'),
  ConfigMap: () => import('kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'),
  Namespace: () => import('kubernetes-models/_schemas/IoK8sApiCoreV1Namespace'),
  Service: () => import('kubernetes-models/_schemas/IoK8sApiCoreV1Service'),
};

/** Returns the paths of unknown, missing and mistyped fields. */
export async function fieldFindings(manifest: Manifest): Promise<string[]> {
  const schema = await schemas[manifest.kind]?.();
  if (!schema) return [`no schema for ${manifest.kind}`];
  const validate = schema.validate as Validate;
  validate(manifest);
  const invalid = (validate.errors ?? []).map(
    ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
  );
  const unknown = pathsIn(manifest).filter((path) => validate(withValueOfNoType(manifest, path)));
  return [...invalid, ...unknown.map((path) => `/${path.join('/')}: unknown field`)];
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const pathsIn = (node: unknown): string[][] =>
  isNode(node)
    ? Object.keys(node).flatMap((key) => [[key], ...pathsIn(node[key]).map((path) => [key, ...path])])
    : [];

/**
 * Returns a copy with a symbol at `path`. The published schemas allow unknown fields, but no type accepts a symbol. If the copy is valid, the schema
 * does not know the field.
 */
function withValueOfNoType(manifest: Manifest, path: readonly string[]): unknown {
  const copy = structuredClone(manifest) as unknown as Node;
  const parent = path.slice(0, -1).reduce((node, key) => node[key] as Node, copy);
  parent[path.at(-1) ?? ''] = Symbol('of no type');
  return copy;
}
