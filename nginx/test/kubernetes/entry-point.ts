import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { BASE_PATH } from '@web/bff/contract/constants';
import { ofKind, unless, type Placed, type Finding } from './manifest.ts';
import { pods } from './pod.ts';
import { envOf } from './settings.ts';

/** Routes to another path than BASE_PATH, and routes that disagree with INGRESS_STRIPS_PREFIX about the prefix. */
export function entryPointFindings(all: readonly Placed[]): Finding[] {
  const settings = pods(all).flatMap(({ containers }) =>
    containers.map((container) => envOf(all, container)['INGRESS_STRIPS_PREFIX'] === 'true'),
  );
  return entryPoints(all).flatMap(({ file, path, type, prefix, strips }) => {
    const isKnown = settings.every((setting) => setting === strips);
    return [
      ...unless(prefix === BASE_PATH, { file, path, message: `${prefix} is not ${BASE_PATH}` }),
      ...unless(/Prefix$/.test(type), {
        file,
        path,
        message: `${type} does not match all paths beneath ${BASE_PATH}/`,
      }),
      ...unless(isKnown, {
        file,
        path,
        message: `INGRESS_STRIPS_PREFIX is not ${strips} in every container`,
      }),
    ];
  });
}

const entryPoints = (all: readonly Placed[]) => [
  ...ofKind<IIngress>(all, 'Ingress').flatMap(({ file, manifest }) =>
    (manifest.spec?.rules ?? []).flatMap(({ http }, rule) =>
      (http?.paths ?? []).map(({ path: prefix = '/', pathType: type }, at) => ({
        file,
        path: `/spec/rules/${rule}/http/paths/${at}`,
        type,
        prefix,
        strips: false,
      })),
    ),
  ),
  ...ofKind<IHTTPRoute>(all, 'HTTPRoute').flatMap(({ file, manifest }) =>
    (manifest.spec.rules ?? []).flatMap(({ matches = [], filters = [] }, rule) =>
      matches.map(({ path }, at) => ({
        file,
        path: `/spec/rules/${rule}/matches/${at}/path`,
        type: path?.type ?? 'PathPrefix',
        prefix: path?.value ?? '/',
        strips: filters.some(({ urlRewrite }) => urlRewrite?.path?.replacePrefixMatch === '/'),
      })),
    ),
  ),
];
