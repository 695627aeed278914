import { memberOf } from '@web/bff/platform/contract/schema/json-pointer';

/** The part of a request that carries the version, and the entity's member that is the version: `{ query: { version: 'version' } }`. */
export type VersionPart = Readonly<Record<string, Readonly<Record<string, string>>>>;

const memberName = (version: VersionPart): string =>
  Object.values(version).flatMap((part) => Object.values(part))[0] ?? '';

/** Returns an entity's version. Undefined if the value is no entity. */
export const versionIn = (entity: unknown, version: VersionPart): unknown =>
  memberOf(entity, memberName(version));

/** Adds the version of the entity that the form shows to a request. A version in the body is already there, as one of the initial values. */
export function withVersion(
  request: Readonly<Record<string, unknown>> | undefined,
  version: VersionPart | undefined,
  entity: unknown,
): object {
  const [part, names] = Object.entries(version ?? {}).find(([name]) => name !== 'body') ?? [];
  if (!part) return { ...request };
  const values = Object.entries(names ?? {}).map(([name, member]) => [name, memberOf(entity, member)]);
  return { ...request, [part]: { ...(request?.[part] as object), ...Object.fromEntries(values) } };
}

/** Returns the entity that a call has saved: its response if that is an entity, otherwise the body that was sent. */
export function savedEntity(
  response: unknown,
  body: unknown,
  version: VersionPart | undefined,
  before: unknown,
): unknown {
  if (!version) return body;
  if (versionIn(response, version) !== undefined) return response;
  return { ...(body as object), [memberName(version)]: versionIn(before, version) };
}
