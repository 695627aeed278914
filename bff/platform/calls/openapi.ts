import Type from 'typebox';
import { API_PATH } from '#platform/contract/api-path.ts';
import { isEvents, isNonJson, type Content, type FileRules } from '#platform/contract/content.ts';
import type { Call, Roles } from '#platform/contract/call.ts';
import { isObject } from '#platform/contract/schema/json-pointer.ts';
import { CSRF_HEADER } from '#platform/contract/csrf.ts';
import type { Catalogue } from '#platform/contract/error-catalogue.ts';
import { product } from '#platform/contract/product/product.ts';
import manifest from '#package.json' with { type: 'json' };
import { SAFE_METHODS } from '#platform/http/csrf.ts';
import type { Contract } from './handler.ts';

type Schemas = Record<string, unknown>;

const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    requestId: Type.String(),
  },
  { description: 'Problem details (RFC 9457)' },
);
const problemRef = { $ref: '#/components/schemas/Problem' };

export function openapi({ errors, calls, permissionsOf }: Contract) {
  const paths: Record<string, Schemas> = {};
  for (const [key, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = key.split(' ');
    const url = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[url] = {
      ...paths[url],
      [method.toLowerCase()]: operation(method, call, errors, permissionsOf),
    };
  }
  const info = { title: product.name, version: manifest.version };
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: API_PATH }],
    paths,
    components: { schemas: { Problem } },
  };
}

function operation(method: string, call: Call, errors: Catalogue, permissionsOf: Roles): object {
  const roles = Object.keys(permissionsOf).filter((role) => permissionsOf[role]?.includes(call.permission));
  return {
    operationId: call.id,
    summary: call.summary,
    description: [
      `Needs the permission ${call.permission}, which these roles have: ${roles.join(', ') || 'none'}.`,
      call.limit
        ? `A client may make this call ${call.limit.max} times within ${call.limit.perMs} milliseconds.`
        : [],
      call.bodyBytes ? `The body has at most ${call.bodyBytes} bytes.` : [],
      call.deadlineMs
        ? `The body must arrive, and the response begins, within ${call.deadlineMs} milliseconds.`
        : [],
      isEvents(call)
        ? 'A stream that fails ends with an event `problem`, whose data is the line `application/problem+json` and the problem. With the field `retry`, the client may reconnect.'
        : [],
    ]
      .flat()
      .join(' '),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...parameters('header', call.headers),
      ...(SAFE_METHODS.has(method) ? [] : [csrfHeader]),
    ],
    ...requestBody(call),
    responses: { ...successes(call), ...failures(call, errors) },
  };
}

function requestBody({ body, files }: Call): object {
  if (files) return { requestBody: { required: true, content: formContent(body as Type.TObject, files) } };
  return body ? { requestBody: { required: true, content: content(body, closed) } } : {};
}

/** Describes a form with files (OpenAPI 3.1, section 4.8.14.4). `encoding` lists the accepted media types by file. */
function formContent(body: (Type.TObject & { description?: string }) | undefined, files: FileRules): object {
  const rules = Object.entries(files);
  const items = { type: 'string', format: 'binary' };
  const lists = rules.map(([name, { maxCount = 1 }]) => [
    name,
    { type: 'array', items, minItems: 1, maxItems: maxCount },
  ]);
  const schema = {
    type: 'object',
    properties: { ...body?.properties, ...(Object.fromEntries(lists) as object) },
    required: [...(body?.required ?? []), ...rules.flatMap(([name, { optional }]) => (optional ? [] : name))],
    additionalProperties: false,
    description: [body?.description ?? [], 'Fields come before files.'].flat().join(' '),
  };
  const encoding = Object.fromEntries(
    rules.flatMap(([name, { mediaTypes }]) =>
      mediaTypes ? [[name, { contentType: mediaTypes.join(', ') }]] : [],
    ),
  );
  return { 'multipart/form-data': { schema, encoding } };
}

const csrfHeader = {
  name: CSRF_HEADER,
  in: 'header',
  required: true,
  description:
    'Any value, such as the name of the client. Calls with an unsafe method are rejected without this header.',
  schema: { type: 'string', minLength: 1 },
};

const retryAfter = {
  required: true,
  description: 'Seconds until the client may make the call again.',
  schema: { type: 'integer', minimum: 1 },
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

function successes({ responses: declared, summary: description }: Call): object {
  const responses = Object.entries(declared).map(([status, body]) => {
    const isEmpty = isNonJson(body) && body.kind === 'empty';
    return [status, { description, ...(!isEmpty && { content: content(body) }) }];
  });
  return Object.fromEntries(responses);
}

/** Builds one response per status, with a schema per error code. */
function failures(call: Call, errors: Catalogue): object {
  const response = (schema: object, description: string) => ({
    description,
    content: { 'application/problem+json': { schema } },
  });
  const codes = [...call.errors, ...(call.limit ? ['too-many-requests'] : [])];
  const declared = codes.flatMap((code) => (errors[code] ? [{ code, ...errors[code] }] : []));
  const responses = Object.entries(Object.groupBy(declared, ({ status }) => status)).map(
    ([status, entries = []]) => {
      const schemas = entries.map(({ code, extensions }) => {
        const properties = { code: { const: code }, ...extensions?.properties };
        const required = ['code', ...(extensions?.required ?? [])];
        return { allOf: [problemRef, { type: 'object', properties, required }] };
      });
      const [schema = {}, ...others] = schemas;
      const titles = entries.map(({ title }) => title).join(', or ');
      return [status, response(others.length > 0 ? { oneOf: schemas } : schema, titles)];
    },
  );
  const byStatus = Object.fromEntries(responses) as Record<string, object>;
  if (call.limit) byStatus['429'] = { ...byStatus['429'], headers: { 'Retry-After': retryAfter } };
  return {
    ...byStatus,
    default: response(problemRef, 'Any other problem of the platform'),
  };
}

function content(body: Content, shape: (schema: Type.TSchema) => object = (schema) => schema): object {
  if (!isNonJson(body)) return { 'application/json': { schema: shape(body) } };
  if (body.kind === 'events') return { 'text/event-stream': { schema: body.data } };
  return body.kind === 'bytes' ? { [body.mediaType]: {} } : {};
}

/** Copies the schema of a body, and adds to each object that it rejects undeclared members. */
const closed = (schema: Type.TSchema): object =>
  JSON.parse(JSON.stringify(schema), (_key, node: unknown) =>
    isObject(node) && node['type'] === 'object' ? { additionalProperties: false, ...node } : node,
  ) as object;
