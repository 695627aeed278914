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

/** The contract as an OpenAPI 3.1 document, for instance to generate clients from. */
export function openapi({ name, version, errors, calls, permissionsOf }: Contract) {
  const schemas: Record<string, unknown> = { Problem };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = key.split(' ');
    const url = path.replaceAll(/:(\w+)/g, '{$1}');
    const described = withDefinitionsMoved(operation(method, call, errors, permissionsOf), call.id, schemas);
    paths[url] = { ...paths[url], [method.toLowerCase()]: described };
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
      ...(SAFE_METHODS.has(method) ? [] : [csrfHeader]),
    ],
    ...(call.body && { requestBody: { required: true, content: content(call.body, closed) } }),
    responses: { ...successes(call), ...failures(call, errors) },
  };
}

const csrfHeader = {
  name: CSRF_HEADER,
  in: 'header',
  required: true,
  description:
    'The name of the client; any value. A call that changes something is refused without this field.',
  schema: { type: 'string', minLength: 1 },
};

function parameters(place: string, schema: Type.TObject | undefined): object[] {
  const required: readonly string[] = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in field)),
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

/** One response for each status; errors of the same status differ by their code. */
function failures(call: Call, errors: Catalogue): Record<string, object> {
  const declared = call.errors.flatMap((code) => {
    const entry = errors[code];
    return entry ? [{ code, ...entry }] : [];
  });
  const byStatus = Object.groupBy(declared, ({ status }) => String(status));
  const problemResponse = (schema: object, description: string) => ({
    description,
    content: { 'application/problem+json': { schema } },
  });
  const own = Object.entries(byStatus).map(([status, entries = []]) => {
    const schemas = entries.map(({ code, extensions }) => ({
      allOf: [
        { $ref: '#/components/schemas/Problem' },
        {
          type: 'object',
          properties: { code: { const: code }, ...extensions?.properties },
          required: ['code', ...(extensions?.required ?? [])],
        },
      ],
    }));
    const [only] = schemas;
    const schema = schemas.length === 1 && only ? only : { oneOf: schemas };
    return [status, problemResponse(schema, entries.map(({ title }) => title).join(', or '))];
  });
  const platform = problemResponse(
    { $ref: '#/components/schemas/Problem' },
    'Any other problem of the platform',
  );
  return { ...Object.fromEntries(own), default: platform };
}

function content(body: Content, shape: (schema: Type.TSchema) => object = (schema) => schema): object {
  if (!isMarked(body)) return { 'application/json': { schema: shape(body) } };
  if (body.kind === 'events') return { 'text/event-stream': { schema: body.data } };
  return body.kind === 'bytes' ? { [body.mediaType]: {} } : {};
}

const isEmpty = (reply: Content): boolean => isMarked(reply) && reply.kind === 'empty';
