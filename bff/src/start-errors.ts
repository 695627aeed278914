import type { Config } from './config.ts';
import type { Parts } from './parts.ts';
import type { Call } from '#contract/kit/call.ts';
import { isMarked } from '#contract/kit/content.ts';
import { platformErrors } from '#contract/kit/platform-errors.ts';
import { schemaErrors } from '#platform/calls/schema-errors.ts';
import { SECRETS } from '#platform/session/session-settings.ts';
import { suggestion } from '#platform/settings/suggestion.ts';
import { defaults } from '#upstreams/kit/settings.ts';

const CALLS = 'bff/src/contract/calls';
const HANDLERS = 'bff/src/calls/all.ts';
const ERRORS = 'bff/src/contract/errors.ts';
const UPSTREAMS = 'bff/src/upstreams/all.ts';
const SESSION = 'bff/src/contract/session.ts';

const callMembers: Readonly<Record<keyof Call, true>> = {
  ...{ id: true, summary: true, permission: true, params: true, query: true, headers: true, body: true },
  ...{ files: true, bodyBytes: true, ok: true, errors: true, deadlineMs: true, compress: true },
};

/** What the compiler would refuse, for a start without it: one line for each mistake, with its file and key. */
export function startErrors(
  parts: Parts,
  { allowMocks, session }: Pick<Config, 'allowMocks' | 'session'>,
): string[] {
  const seen = new WeakSet<object>();
  return [
    ...handlerErrors(parts, allowMocks),
    ...Object.entries<Call>(parts.calls).flatMap(([key, call]) =>
      callErrors(key, call, parts, seen).map((error) => `${CALLS}: '${key}' ${error}`),
    ),
    ...errorsOfCatalogue(parts, seen),
    ...upstreamErrors(parts),
    ...sessionErrors(parts, session, seen),
  ];
}

/** The names that are not known, each within its message, with the nearest one that is. */
const unknown = (names: readonly string[], known: Iterable<string>, message: (name: string) => string) => {
  const all = new Set(known);
  return names.filter((name) => !all.has(name)).map((name) => message(name) + suggestion(name, all));
};

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
  const permissions = Object.values(permissionsOf).flat();
  const contents = Object.entries({ params, query, headers, body, ...ok });
  return [
    ...(/^(GET|POST|PUT|PATCH|DELETE) \//.test(key)
      ? paramErrors(key, call)
      : ['is not a method and a path']),
    ...unknown([permission], permissions, (name) => `needs the permission ${name}, which no role has`),
    ...unknown(Object.keys(call), Object.keys(callMembers), (name) => `has an unknown member ${name}`),
    ...unknown(call.errors ?? [], Object.keys(errors), (code) => `declares the unknown error ${code}`),
    ...(Object.keys(ok).length > 0 ? [] : ['has no ok: a success by its status']),
    ...fileErrors(call),
    ...contents.flatMap(([place, content]) => {
      const schema = content && isMarked(content) && content.kind === 'events' ? content.data : content;
      if (!schema || isMarked(schema)) return [];
      return schemaErrors(schema, seen).map((error) => `${place}${error}`);
    }),
  ];
}

const fileMembers = ['mediaTypes', 'maxCount', 'optional'];

/** Fields and files of a form have one namespace, and problems point into it. */
function fileErrors({ files, body }: Call): string[] {
  if (!files) return [];
  if (body && !('properties' in body)) return ['has files, so that its body must be an object of fields'];
  const fields = Object.keys(body?.properties ?? {});
  return Object.entries(files).flatMap(([name, rule]) => [
    ...(fields.includes(name) ? [`has a field and a file with the name ${name}`] : []),
    ...unknown(Object.keys(rule), fileMembers, (member) => `files/${name} has an unknown member ${member}`),
  ]);
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
  const options = [...Object.keys(defaults), 'headers', 'errors', 'as'];
  return Object.entries(upstreams).flatMap(([key, upstream]) => {
    const place = `${UPSTREAMS}: '${key}'`;
    const codes = Object.values(upstream.options.errors ?? {}).filter((code) => typeof code === 'string');
    return [
      ...(upstream.name === key ? [] : [`${place} is defined with the name ${upstream.name}`]),
      ...unknown(Object.keys(upstream.options), options, (name) => `${place} has an unknown option ${name}`),
      ...unknown(codes, Object.keys(errors), (code) => `${place} maps to the unknown error ${code}`),
    ];
  });
}

function sessionErrors({ session }: Parts, settings: Config['session'], seen: WeakSet<object>): string[] {
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
