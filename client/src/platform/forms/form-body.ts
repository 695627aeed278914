/** The part of JSON Schema (2020-12) that a form reads. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

type Fields = Record<string, unknown>;

/**
 * The body that the schema describes, from the form's data: a control's `name` is the field, with dots between levels. Numbers and
 * checkboxes become numbers and booleans; an empty field is left out.
 */
export function bodyOf(schema: SchemaNode, data: FormData): Fields {
  const body: Fields = {};
  for (const name of fieldsOf(schema)) {
    const value = valueOf(nodeAt(schema, name), data.getAll(name).filter(isText));
    if (value !== undefined) put(body, name.split('.'), value);
  }
  return body;
}

/** The names of all fields that are not objects. */
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
  // A text that is not a number stays as it is: validation refuses it.
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

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
