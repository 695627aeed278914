import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A JSON Schema (2020-12), as plain data. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: Schema;
}

/** Media type and, for JSON, its schema; nothing where no body is documented. */
export type Body = { readonly mediaType: string; readonly schema: Schema } | undefined;

export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body;
  readonly replies: ReadonlyMap<number, Body>;
}

type Node = Record<string, unknown>;

const file = createRequire(import.meta.url).resolve('@gitbook/api/spec/openapi.json');
const root = JSON.parse(readFileSync(file, 'utf8')) as Node;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const at = (pointer: string): Node =>
  pointer
    .slice(2)
    .split('/')
    .reduce((node, key) => node[key.replaceAll('~1', '/').replaceAll('~0', '~')] as Node, root);
const follow = (node: Node): Node => (typeof node['$ref'] === 'string' ? follow(at(node['$ref'])) : node);

const annotations =
  /^(x-.*|example|examples|description|title|deprecated|discriminator|externalDocs|xml|nullable)$/;
const formats = new Set(['date', 'date-time', 'uri', 'uuid', 'email', 'byte', 'int32', 'int64', 'float']);

/** Stands for itself beneath `$defs`, wherever it refers to itself; everything else is written out in place. */
function convert(schema: Node, above: readonly string[], named: Map<string, Schema>): Schema {
  const pointer = schema['$ref'];
  if (typeof pointer === 'string') {
    const name = pointer.split('/').at(-1) ?? '';
    if (!isRecursive(pointer)) return convert(at(pointer), [...above, pointer], named);
    if (!named.has(name)) {
      named.set(name, {});
      named.set(name, convert(at(pointer), [pointer], named));
    }
    return { $ref: `#/$defs/${name}` };
  }
  const child = (value: unknown) => (isNode(value) ? convert(value, above, named) : value);
  const out: Node = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.test(keyword)) continue;
    if (keyword === 'format' && !formats.has(String(value))) continue;
    if (keyword === 'properties' && isNode(value))
      out[keyword] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, child(one)]));
    else if (['oneOf', 'anyOf', 'allOf'].includes(keyword)) out[keyword] = (value as unknown[]).map(child);
    else if (['items', 'additionalProperties', 'not'].includes(keyword)) out[keyword] = child(value);
    else out[keyword] = value;
  }
  return modern(out, schema['nullable'] === true);
}

/** What OpenAPI 3.0 says otherwise than JSON Schema 2020-12; and an object of no named fields takes any. */
function modern(schema: Node, nullable: boolean): Schema {
  for (const bound of ['Minimum', 'Maximum']) {
    if (typeof schema[`exclusive${bound}`] !== 'boolean') continue;
    if (schema[`exclusive${bound}`]) schema[`exclusive${bound}`] = schema[bound.toLowerCase()];
    else delete schema[`exclusive${bound}`];
  }
  const free = ['properties', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'];
  if (schema['type'] === 'object' && !free.some((keyword) => keyword in schema))
    schema['additionalProperties'] = true;
  return nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}

const recursive = new Map<string, boolean>();
function isRecursive(pointer: string): boolean {
  const known = recursive.get(pointer);
  if (known !== undefined) return known;
  const seen = new Set<string>();
  const reaches = (node: unknown): boolean => {
    if (!isNode(node)) return false;
    const ref = node['$ref'];
    if (ref === pointer) return true;
    if (typeof ref === 'string') {
      if (seen.has(ref)) return false;
      seen.add(ref);
      return reaches(at(ref));
    }
    return Object.values(node).some(reaches);
  };
  recursive.set(pointer, reaches(at(pointer)));
  return recursive.get(pointer) ?? false;
}

function schemaOf(node: unknown): Schema {
  const named = new Map<string, Schema>();
  const schema = convert((node ?? {}) as Node, [], named);
  return named.size > 0 ? { ...schema, $defs: Object.fromEntries(named) } : schema;
}

function bodyOf(node: Node | undefined): Body {
  const [entry] = Object.entries((node?.['content'] ?? {}) as Record<string, Node>);
  return entry && { mediaType: entry[0], schema: schemaOf(entry[1]['schema']) };
}

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;
const all = Object.entries(root['paths'] as Record<string, Node>).flatMap(([path, item]) =>
  methods.flatMap((method) => (isNode(item[method]) ? [{ path, item, method, node: item[method] }] : [])),
);
const tags = all.flatMap(({ node }) => (node['tags'] ?? []) as string[]);

/** The tag that most operations carry. */
export const largestTag = [...new Set(tags)].reduce((most, tag) =>
  tags.filter((one) => one === tag).length > tags.filter((one) => one === most).length ? tag : most,
);

const parameterOf = (given: Node): Parameter => {
  const { name, in: place, required = false, schema } = follow(given);
  return { name, in: place, required, schema: schemaOf(schema) } as Parameter;
};

/** Every operation under the largest tag. */
export const operations: readonly Operation[] = all
  .filter(({ node }) => ((node['tags'] ?? []) as string[]).includes(largestTag))
  .map(({ path, item, method, node }) => ({
    id: String(node['operationId']),
    summary: String(node['summary'] ?? node['operationId']),
    method: method.toUpperCase() as Operation['method'],
    path,
    parameters: [item, node].flatMap((one) => ((one['parameters'] ?? []) as Node[]).map(parameterOf)),
    body: isNode(node['requestBody']) ? bodyOf(follow(node['requestBody'])) : undefined,
    replies: new Map(
      Object.entries(node['responses'] as Record<string, Node>).map(([status, reply]) => [
        Number(status),
        bodyOf(follow(reply)),
      ]),
    ),
  }));
