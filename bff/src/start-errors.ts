import { ConfigError, type Config } from './config.ts';
import type { ProductParts } from './product-parts.ts';
import type { Call } from '#contract/kit/call.ts';
import { isEvents, isMarked } from '#contract/kit/content.ts';
import { schemaErrors } from '#platform/calls/schema-errors.ts';
import { SECRETS } from '#platform/session/session-settings.ts';
import { suggestion } from '#platform/settings/suggestion.ts';
import type { Upstream } from '#upstreams/kit/define-upstream.ts';
import { responseSchemas } from '#upstreams/kit/response-schemas.ts';

const CALLS = 'bff/src/contract/calls';
const HANDLERS = 'bff/src/calls/all.ts';
const SESSION = 'bff/src/contract/session.ts';

/** Throws a `ConfigError` with the mistakes, if there are any. */
export function refuseStart(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new ConfigError(['Cannot start:', ...mistakes].join('\n  '));
}

/** One line for each part of an upstream's response schemas that validation does not enforce. */
export function upstreamErrors(upstreams: Readonly<Record<string, Upstream>>): string[] {
  const seen = new WeakSet<object>();
  return Object.values(upstreams).flatMap((upstream) =>
    responseSchemas(upstream).flatMap(({ call, schema }) =>
      schemaErrors(schema, seen).map((error) => `bff/src/upstreams: ${upstream.name}, ${call}${error}`),
    ),
  );
}

/** What a start without the compiler would show only to a user: one line for each mistake, with its file and key. */
export function startErrors(parts: ProductParts, config: Pick<Config, 'allowMocks' | 'session'>): string[] {
  const seen = new WeakSet<object>();
  return [
    ...handlerErrors(parts, config.allowMocks),
    ...Object.entries<Call>(parts.calls).flatMap(([key, call]) =>
      [...paramErrors(key, call), ...callErrors(call, parts, seen)].map(
        (error) => `${CALLS}: '${key}' ${error}`,
      ),
    ),
    ...sessionErrors(parts, config.session, seen),
  ];
}

function handlerErrors({ calls, handlers }: ProductParts, allowMocks: boolean): string[] {
  const missing = Object.keys(calls).filter((key) => !Object.hasOwn(handlers, key));
  const ofHandler = ([key, handler]: [string, unknown]) => {
    if (!Object.hasOwn(calls, key)) return `'${key}' is the handler of no call${suggestion(key, missing)}`;
    const isMock = typeof handler === 'object' && handler !== null && 'mock' in handler;
    if (isMock && !allowMocks)
      return `'${key}' is mocked, which production accepts only with ALLOW_MOCKS=true`;
    if (isMock || typeof handler === 'function' || handler === 'not-implemented') return [];
    return `'${key}' is neither a function nor a mock nor 'not-implemented'`;
  };
  return [
    ...missing.map((key) => `'${key}' has no handler`),
    ...Object.entries(handlers).flatMap(ofHandler),
  ].map((error) => `${HANDLERS}: ${error}`);
}

/** The path and the schema have the same params. */
function paramErrors(key: string, { params }: Call): string[] {
  const inPath = Array.from(key.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const inSchema = Object.keys(params?.properties ?? {});
  const isInBoth = (name: string) => inPath.includes(name) && inSchema.includes(name);
  const different = [...inPath, ...inSchema].filter((name) => !isInBoth(name));
  if (different.length === 0) return [];
  return [`has ${different.join(', ')} in the path or in params, but not in both`];
}

function callErrors(call: Call, { permissionsOf }: ProductParts, seen: WeakSet<object>): string[] {
  const { permission, params, query, headers, body, ok } = call;
  const permissions = Object.values(permissionsOf).flat();
  const isGranted = permissions.includes(permission);
  const ofSchemas = Object.entries({ params, query, headers, body, ...ok }).flatMap(([place, content]) => {
    const schema = content && isMarked(content) && content.kind === 'events' ? content.data : content;
    if (!schema || isMarked(schema)) return [];
    return schemaErrors(schema, seen).map((error) => `${place}${error}`);
  });
  return [
    ...(isGranted
      ? []
      : [`needs the permission ${permission}, which no role has${suggestion(permission, permissions)}`]),
    ...(call.deadlineMs && isEvents(call)
      ? ['has a deadlineMs, but a stream of events ends with its session, not at a deadline']
      : []),
    ...ofSchemas,
  ];
}

function sessionErrors(
  { session }: ProductParts,
  settings: Config['session'],
  seen: WeakSet<object>,
): string[] {
  const { oidc, store, secrets } = settings;
  if (!session) return oidc ? [`${SESSION}: OIDC_ISSUER is set, but the contract declares no session`] : [];
  return [
    ...schemaErrors(session.person, seen).map((error) => `${SESSION}: person${error}`),
    ...schemaErrors(session.private, seen).map((error) => `${SESSION}: private${error}`),
    ...(store && secrets.length === 0
      ? [`SESSION_SECRET is not set: expected ${SECRETS}, for SESSION_STORE`]
      : []),
  ];
}
