import { inspect } from 'node:util';
import { ConfigError } from './config.ts';
import type { ProductModules } from './product-modules.ts';
import type { Call } from './contract/call.ts';
import { type Content, isNonJson } from './contract/content.ts';
import type { Use } from './contract/schema/enforced-schema.ts';
import { schemaErrors } from './schema/schema-errors.ts';

const CALLS = 'bff/src/contract/calls';
const HANDLERS = 'bff/src/calls/all.ts';
const ERRORS = 'bff/src/contract/errors.ts';
const SESSION = 'bff/src/contract/session.ts';

export function failStartup(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new ConfigError(['Cannot start:', ...mistakes].join('\n  '));
}

/** Lists mistakes that the compiler cannot find in the product's modules, each with file and key. */
export function startErrors(modules: ProductModules, allowMocks: boolean): string[] {
  const seen = {
    request: new WeakSet<object>(),
    response: new WeakSet<object>(),
    session: new WeakSet<object>(),
  };
  const { calls, errors, permissionsOf, session } = modules;
  const permissions = Object.values(permissionsOf).flat();
  return [
    ...handlerErrors(modules, allowMocks),
    ...Object.entries<Call>(calls).flatMap(([key, call]) => [
      ...(permissions.includes(call.permission)
        ? []
        : [`${CALLS}: '${key}' needs the permission ${call.permission}, which no role has`]),
      ...limitErrors(call).map((error) => `${CALLS}: '${key}' ${error}`),
      ...schemasOf(call).flatMap(([place, schema, use]) =>
        schemaErrors(schema, seen[use], use).map((error) => `${CALLS}: '${key}' ${place}${error}`),
      ),
    ]),
    ...Object.entries(errors).flatMap(([code, { extensions }]) =>
      extensions
        ? schemaErrors(extensions, seen.response, 'response').map((error) => `${ERRORS}: ${code}${error}`)
        : [],
    ),
    ...Object.entries(session ?? {}).flatMap(([section, schema]) =>
      typeof schema === 'object'
        ? schemaErrors(schema, seen.session, 'session').map((error) => `${SESSION}: ${section}${error}`)
        : [],
    ),
  ];
}

function limitErrors({ limit }: Call): string[] {
  const areCounts = [limit?.max, limit?.perMs].every((value) => Number.isSafeInteger(value) && value! > 0);
  return limit && !areCounts
    ? [`limit: ${inspect(limit)}: expected { max, perMs } of whole numbers above 0`]
    : [];
}

function handlerErrors({ calls, handlers }: ProductModules, allowMocks: boolean): string[] {
  return [
    ...Object.keys(calls)
      .filter((key) => handlers[key] === undefined)
      .map((key) => `${HANDLERS}: '${key}' has no handler`),
    ...Object.keys(handlers)
      .filter((key) => !Object.hasOwn(calls, key))
      .map((key) => `${HANDLERS}: '${key}' has a handler, but is not a call`),
    ...Object.keys(handlers)
      .filter((key) => !allowMocks && typeof handlers[key] === 'object')
      .map((key) => `${HANDLERS}: '${key}' is mocked, which production accepts only with ALLOW_MOCKS=true`),
  ];
}

/** Lists the schemas of a call, each with its place, such as `body` or `200`. Bytes and empty bodies have no schema. */
function schemasOf({
  params,
  query,
  headers,
  body,
  responses,
}: Call): [place: string, schema: object, Use][] {
  const schemas = (contents: Readonly<Record<string, Content | undefined>>, use: Use) =>
    Object.entries(contents).flatMap(([place, content]): [string, object, Use][] => {
      if (content === undefined) return [];
      if (!isNonJson(content)) return [[place, content, use]];
      return content.kind === 'events' ? [[place, content.data, use]] : [];
    });
  return [...schemas({ params, query, headers, body }, 'request'), ...schemas({ ...responses }, 'response')];
}
