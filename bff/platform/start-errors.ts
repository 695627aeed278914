import { ConfigError } from './config.ts';
import type { ProductModules } from './product-modules.ts';
import type { Call } from './contract/call.ts';
import { isNonJson } from './contract/content.ts';
import { schemaErrors } from './schema-errors.ts';

const CALLS = 'bff/src/contract/calls';
const HANDLERS = 'bff/src/calls/all.ts';
const SESSION = 'bff/src/contract/session.ts';

export function failStartup(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new ConfigError(['Cannot start:', ...mistakes].join('\n  '));
}

/** Lists mistakes that the compiler cannot find in the product's modules, each with file and key. */
export function startErrors(modules: ProductModules, allowMocks: boolean): string[] {
  const seen = new WeakSet<object>();
  const { calls, permissionsOf, session } = modules;
  const permissions = Object.values(permissionsOf).flat();
  return [
    ...handlerErrors(modules, allowMocks),
    ...Object.entries<Call>(calls).flatMap(([key, call]) => [
      ...(permissions.includes(call.permission)
        ? []
        : [`${CALLS}: '${key}' needs the permission ${call.permission}, which no role has`]),
      ...schemasOf(call).flatMap(([place, schema]) =>
        schemaErrors(schema, seen).map((error) => `${CALLS}: '${key}' ${place}${error}`),
      ),
    ]),
    ...Object.entries(session ?? {}).flatMap(([section, schema]) =>
      schemaErrors(schema, seen).map((error) => `${SESSION}: ${section}${error}`),
    ),
  ];
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
function schemasOf({ params, query, headers, body, responses }: Call): [place: string, schema: unknown][] {
  return Object.entries({ params, query, headers, body, ...responses }).flatMap(([place, content]) => {
    if (!content || !isNonJson(content)) return [[place, content]];
    return content.kind === 'events' ? [[place, content.data]] : [];
  });
}
