import {
  branchesOf,
  discriminatorOf,
  isObject,
  memberOf,
  type SchemaNode,
  segmentsOf,
} from './schema-node.ts';

/** Error of Ajv or TypeBox. `pointer` is the JSON pointer to the field, even if the field is missing or unknown. */
interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly pointer: string;
}

/**
 * Drops errors that a user cannot act on. In a discriminated union, keeps only the errors of the selected branch. If no branch is selected, keeps
 * only the error of the discriminator.
 */
export function applicableErrors<E extends SchemaError>(
  schema: SchemaNode,
  value: unknown,
  errors: readonly E[],
): E[] {
  const seen = new Set<string>();
  const applicable = errors.filter((error) => {
    const key = `${error.pointer} ${error.keyword}`;
    if (seen.has(key) || !isApplicable(schema, value, error)) return false;
    seen.add(key);
    return true;
  });
  return applicable.length > 0 ? applicable : [...errors];
}

/** Follows `schemaPath` and `pointer` through the union branches that contain the error. Returns false if the value selects another branch. */
function isApplicable(
  schema: SchemaNode,
  value: unknown,
  { keyword, schemaPath, pointer }: SchemaError,
): boolean {
  const names = segmentsOf(pointer);
  const [, ...path] = schemaPath.split('/');
  let node: SchemaNode | undefined = schema;
  let at = value;
  for (let segment = path.shift(); node && segment !== undefined; segment = path.shift()) {
    if (segment === 'properties' || (segment === 'items' && names.length > 0)) {
      const name = names.shift() ?? '';
      const { properties, items }: SchemaNode = node;
      const isList = Array.isArray(items);
      if (segment === 'properties' || isList) path.shift();
      node =
        segment === 'properties' ? properties?.[name] : isList ? items[Number(name)] : (items as SchemaNode);
      at = memberOf(at, name);
    } else if (segment === 'allOf') node = node.allOf?.[Number(path.shift())];
    else if ((segment === 'anyOf' || segment === 'oneOf') && path.length > 0) {
      const branch: SchemaNode | undefined = node[segment]?.[Number(path.shift())];
      if (!branch || !isObject(at)) return true;
      const possible = branchesOf(node, at);
      if (!possible.includes(branch)) return false;
      const name = discriminatorOf(node);
      if (name !== undefined && possible.length > 1) return names.length === 1 && names[0] === name;
      node = branch;
    } else break;
  }
  const isOfUnion = keyword === 'anyOf' || keyword === 'oneOf';
  return !(isOfUnion && node && isObject(at) && discriminatorOf(node) !== undefined);
}
