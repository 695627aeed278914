type Schemas = Record<string, unknown>;

/**
 * Moves the definitions of a schema (`#/$defs/Name`) to `components.schemas`, with names that begin with the operation's, and rewrites the
 * references: within an OpenAPI document `#` is the document, not the schema.
 */
export function withDefinitionsMoved(node: unknown, operation: string, schemas: Schemas): unknown {
  if (Array.isArray(node)) return node.map((one) => withDefinitionsMoved(one, operation, schemas));
  if (typeof node !== 'object' || node === null) return node;
  if (!('$defs' in node)) {
    const entries = Object.entries(node);
    return Object.fromEntries(
      entries.map(([key, child]) => [key, withDefinitionsMoved(child, operation, schemas)]),
    );
  }
  const { $defs, ...rest } = node;
  const prefix = `${operation}_${Object.keys(schemas).length}_`;
  for (const [name, part] of Object.entries($defs as Schemas)) schemas[prefix + name] = renamed(part, prefix);
  return renamed(rest, prefix);
}

const renamed = (node: unknown, prefix: string): unknown =>
  JSON.parse(JSON.stringify(node).replaceAll('"$ref":"#/$defs/', `"$ref":"#/components/schemas/${prefix}`));
