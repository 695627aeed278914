import { type Fields, isFields, type SchemaNode } from './schema-node.ts';

/**
 * What a form says, as the body that the schema describes: `name` is the field, with dots between levels. Numbers and
 * checkboxes become numbers and booleans; a field that is left empty is left out.
 */
export function bodyOf(schema: SchemaNode, data: FormData): Fields {
  const body: Fields = {};
  for (const name of fieldsOf(schema)) {
    const value = valueOf(nodeAt(schema, name), data.getAll(name).filter(isText));
    if (value !== undefined) put(body, name.split('.'), value);
  }
  return body;
}

/** The names of every field that is no object. */
function fieldsOf(schema: SchemaNode, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    node.properties ? fieldsOf(node, `${prefix}${name}.`) : [prefix + name],
  );
}

const nodeAt = (schema: SchemaNode, name: string): SchemaNode =>
  name.split('.').reduce<SchemaNode>((node, part) => node.properties?.[part] ?? {}, schema);

function valueOf(node: SchemaNode, texts: readonly string[]): unknown {
  const types = typesOf(node);
  if (types.includes('array')) return texts.map((text) => valueOf(node.items ?? {}, [text]));
  const [text] = texts;
  if (types.includes('boolean')) return text !== undefined && text !== 'false';
  if (text === undefined || text === '') return undefined;
  const isNumber = types.includes('number') || types.includes('integer');
  // What is no number is left as it is, for the rules to refuse.
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}

const typesOf = (node: SchemaNode): string[] =>
  [node.type ?? [], ...(node.anyOf ?? []).map(typesOf)].flat(2).map(String);

function put(body: Fields, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = body[name];
  const next = isFields(inner) ? inner : {};
  body[name] = next;
  put(next, rest, value);
}

const isText = (value: FormDataEntryValue): value is string => typeof value === 'string';
