import type Type from 'typebox';
import { API_PATH } from '#contract/constants.ts';
import { isMarked, type Content } from '#contract/kit/content.ts';
import type { Call, Calls, Roles } from '#contract/kit/call.ts';
import type { Catalogue } from '#contract/kit/error-catalogue.ts';
import { CSRF_HEADER } from '#contract/kit/csrf.ts';
import { SAFE_METHODS } from '#platform/http/csrf.ts';
import { withDefinitionsMoved } from './openapi-definitions.ts';
import { closed } from '#contract/kit/closed-schema.ts';

interface Contract {
  readonly name: string;
  readonly version: string;
  readonly errors: Catalogue;
  readonly calls: Calls;
  readonly permissionsOf: Roles;
}

const Problem = {
  type: 'object',
  description: 'Problem details (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
  },
};

/** The contract as an OpenAPI 3.1 document, from which others make their clients. */
export function openapi({ name, version, errors, calls, permissionsOf }: Contract) {
  const schemas: Record<string, unknown> = { Problem };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = key.split(' ');
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    const made = withDefinitionsMoved(operation(method, call, errors, permissionsOf), call.id, schemas);
    paths[address] = { ...paths[address], [method.toLowerCase()]: made };
  }
  return {
    openapi: '3.1.1',
    info: { title: name, version },
    servers: [{ url: API_PATH }],
    paths,
    components: { schemas },
  };
}

function operation(method: string, call: Call, errors: Catalogue, permissionsOf: Roles): object {
  const roles = Object.keys(permissionsOf).filter((role) => permissionsOf[role]?.includes(call.permission));
  return {
    operationId: call.id,
    summary: call.summary,
    description: `Needs the permission ${call.permission}, which these roles have: ${roles.join(', ') || 'none'}.`,
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...parameters('header', call.headers),
      ...(SAFE_METHODS.has(method) ? [] : [ownPageField]),
    ],
    ...(call.body && { requestBody: { required: true, content: content(call.body, closed) } }),
    responses: { ...successes(call), ...failures(call, errors) },
  };
}

const ownPageField = {
  name: CSRF_HEADER,
  in: 'header',
  required: true,
  description: 'Who asks, in a word. Without this field a call that changes something is refused.',
  schema: { type: 'string', minLength: 1 },
};

function parameters(place: string, schema: Type.TObject | undefined): object[] {
  const needed: readonly string[] = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (needed.includes(name) && !('default' in field)),
    schema: field,
  }));
}

const successes = (call: Call) =>
  Object.fromEntries(
    Object.entries(call.ok).map(([status, reply]) => [
      status,
      { description: call.summary, ...(!isEmpty(reply) && { content: content(reply) }) },
    ]),
  );

/** One response a status; where several errors share it, their code tells them apart. */
function failures(call: Call, errors: Catalogue): Record<string, object> {
  const declared = call.errors.flatMap((code) => {
    const entry = errors[code];
    return entry ? [{ code, ...entry }] : [];
  });
  const byStatus = Object.groupBy(declared, ({ status }) => String(status));
  const of = (schema: object, description: string) => ({
    description,
    content: { 'application/problem+json': { schema } },
  });
  const own = Object.entries(byStatus).map(([status, entries = []]) => {
    const schemas = entries.map(({ code, extra }) => ({
      allOf: [
        { $ref: '#/components/schemas/Problem' },
        {
          type: 'object',
          properties: { code: { const: code }, ...extra?.properties },
          required: ['code', ...(extra?.required ?? [])],
        },
      ],
    }));
    const [only] = schemas;
    const schema = schemas.length === 1 && only ? only : { oneOf: schemas };
    return [status, of(schema, entries.map(({ title }) => title).join(', or '))];
  });
  const platform = of({ $ref: '#/components/schemas/Problem' }, 'Any other problem of the platform');
  return { ...Object.fromEntries(own), default: platform };
}

function content(of: Content, shape: (schema: Type.TSchema) => object = (schema) => schema): object {
  if (!isMarked(of)) return { 'application/json': { schema: shape(of) } };
  if (of.kind === 'events') return { 'text/event-stream': { schema: of.data } };
  return of.kind === 'bytes' ? { [of.mediaType]: {} } : {};
}

const isEmpty = (reply: Content): boolean => isMarked(reply) && reply.kind === 'empty';
