import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { BASE_PATH } from '@web/bff/contract/constants';
import { ofKind, type Problem, type Placed } from './manifest.ts';
import { pods } from './pod.ts';
import { envOf } from './settings.ts';

/** Ways in to another path than the application's, or that strip the prefix where its targets do not know, or do not where they do. */
export function entryPointProblems(all: readonly Placed[]): Problem[] {
  const told = pods(all).flatMap(({ containers }) =>
    containers.map((container) => envOf(all, container)['INGRESS_STRIPS_PREFIX'] === 'true'),
  );
  return entryPoints(all).flatMap(({ file, path, type, sent, strips }) => [
    ...(sent === BASE_PATH ? [] : [{ file, path, says: `${sent} is not ${BASE_PATH}` }]),
    ...(/Prefix$/.test(type)
      ? []
      : [{ file, path, says: `${type} is not all that begins with ${BASE_PATH}/` }]),
    ...(told.every((one) => one === strips)
      ? []
      : [{ file, path, says: `INGRESS_STRIPS_PREFIX is not ${strips} in every container` }]),
  ]);
}

const entryPoints = (all: readonly Placed[]) => [
  ...ofKind<IIngress>(all, 'Ingress').flatMap(({ file, manifest }) =>
    (manifest.spec?.rules ?? []).flatMap(({ http }, rule) =>
      (http?.paths ?? []).map(({ path: sent = '/', pathType: type }, at) => ({
        file,
        path: `/spec/rules/${rule}/http/paths/${at}`,
        type,
        sent,
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
        sent: path?.value ?? '/',
        strips: filters.some(({ urlRewrite }) => urlRewrite?.path?.replacePrefixMatch === '/'),
      })),
    ),
  ),
];
