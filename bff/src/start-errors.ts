import type { Parts } from './parts.ts';
import type { Call } from '#contract/kit/call.ts';
import { isMarked } from '#contract/kit/content.ts';
import { platformErrors } from '#contract/kit/platform-errors.ts';
import { schemaErrors } from '#platform/calls/schema-errors.ts';
import { suggestion } from '#platform/settings/suggestion.ts';
import { defaults } from '#upstreams/kit/settings.ts';

const CALLS = 'bff/src/contract/calls';
const HANDLERS = 'bff/src/calls/all.ts';
const ERRORS = 'bff/src/contract/errors.ts';
const UPSTREAMS = 'bff/src/upstreams';

const callMembers: Readonly<Record<keyof Call, true>> = {
  ...{ id: true, summary: true, permission: true, params: true, query: true, headers: true, body: true },
  ...{ ok: true, errors: true, deadlineMs: true, compress: true },
};

/** What the compiler would refuse, for a start without it: one line for each mistake, with its file and key. */
export function startErrors(parts: Parts, { allowMocks }: { readonly allowMocks: boolean }): string[] {
  const seen = new WeakSet<object>();
  return [
    ...handlerErrors(parts, allowMocks),
    ...Object.entries<Call>(parts.calls).flatMap(([key, call]) =>
      callErrors(key, call, parts, seen).map((error) => `${CALLS}: '${key}' ${error}`),
    ),
    ...errorsOfCatalogue(parts, seen),
    ...upstreamErrors(parts),
  ];
}

function handlerErrors({ calls, handlers }: Parts, allowMocks: boolean): string[] {
  const missing = Object.keys(calls).filter((key) => !Object.hasOwn(handlers, key));
  return [
    ...missing.map((key) => `${HANDLERS}: '${key}' has no handler`),
    ...Object.entries(handlers).flatMap(([key, handler]) => {
      if (!Object.hasOwn(calls, key))
        return `${HANDLERS}: '${key}' is the handler of no call${suggestion(key, missing)}`;
      const isMock = typeof handler === 'object' && handler !== null && 'mock' in handler;
      if (isMock && !allowMocks)
        return `${HANDLERS}: '${key}' is mocked, which production accepts only with ALLOW_MOCKS=true`;
      if (isMock || typeof handler === 'function' || handler === 'not-implemented') return [];
      return `${HANDLERS}: '${key}' is neither a function nor a mock nor 'not-implemented'`;
    }),
  ];
}

function callErrors(
  key: string,
  call: Call,
  { errors, permissionsOf }: Parts,
  seen: WeakSet<object>,
): string[] {
  const { permission, params, query, headers, body } = call;
  const ok: Partial<Call['ok']> = call.ok ?? {};
  const permissions = new Set(Object.values(permissionsOf).flat());
  const unknown = Object.keys(call).filter((name) => !Object.hasOwn(callMembers, name));
  const codes = (call.errors ?? []).filter((code) => !Object.hasOwn(errors, code));
  const contents = Object.entries({ params, query, headers, body, ...ok });
  return [
    ...(/^(GET|POST|PUT|PATCH|DELETE) \//.test(key)
      ? paramErrors(key, call)
      : ['is not a method and a path']),
    ...(permissions.has(permission)
      ? []
      : [`needs the permission ${permission}, which no role has${suggestion(permission, permissions)}`]),
    ...unknown.map((name) => `has an unknown member ${name}${suggestion(name, Object.keys(callMembers))}`),
    ...codes.map((code) => `declares the unknown error ${code}${suggestion(code, Object.keys(errors))}`),
    ...(Object.keys(ok).length > 0 ? [] : ['has no ok: a success by its status']),
    ...contents.flatMap(([place, content]) => {
      const schema = content && isMarked(content) && content.kind === 'events' ? content.data : content;
      if (!schema || isMarked(schema)) return [];
      return schemaErrors(schema, seen).map((error) => `${place}${error}`);
    }),
  ];
}

/** The path and the schema have the same params. */
function paramErrors(key: string, { params }: Call): string[] {
  const inPath = Array.from(key.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const inSchema = Object.keys(params?.properties ?? {});
  const different = [...inPath, ...inSchema].filter(
    (name) => !(inPath.includes(name) && inSchema.includes(name)),
  );
  return different.length > 0
    ? [`has ${different.join(', ')} in the path or in params, but not in both`]
    : [];
}

function errorsOfCatalogue({ errors }: Parts, seen: WeakSet<object>): string[] {
  const missing = Object.keys(platformErrors).filter((code) => !Object.hasOwn(errors, code));
  return [
    ...(missing.length > 0 ? [`${ERRORS}: ...platformErrors is missing`] : []),
    ...Object.entries(errors).flatMap(([code, { extensions }]) =>
      schemaErrors(extensions, seen).map((error) => `${ERRORS}: '${code}' extensions${error}`),
    ),
  ];
}

function upstreamErrors({ upstreams, errors }: Parts): string[] {
  const options = [...Object.keys(defaults), 'headers', 'errors'];
  return Object.entries(upstreams).flatMap(([key, upstream]) => {
    const place = `${UPSTREAMS}/all.ts: '${key}'`;
    const codes = Object.values(upstream.options.errors ?? {}).filter((code) => typeof code === 'string');
    return [
      ...(upstream.name === key ? [] : [`${place} is defined with the name ${upstream.name}`]),
      ...Object.keys(upstream.options)
        .filter((name) => !options.includes(name))
        .map((name) => `${place} has an unknown option ${name}${suggestion(name, options)}`),
      ...codes
        .filter((code) => !Object.hasOwn(errors, code))
        .map((code) => `${place} maps to the unknown error ${code}${suggestion(code, Object.keys(errors))}`),
    ];
  });
}
