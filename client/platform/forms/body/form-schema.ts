import {
  discriminatorOf,
  isTuple,
  type SchemaNode,
  variantsOf,
} from '@web/bff/platform/contract/schema/schema-node';

/** Returns the reasons why no form can fill in a schema, each with its JSON pointer: `/rows: …`. */
export function mistakesOf(node: SchemaNode, pointer = ''): string[] {
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = node;
  const branches = [...anyOf, ...oneOf].filter(({ type }) => type !== 'null');
  const mistake = isTuple(items)
    ? 'a form has no control for a tuple; use an object'
    : unionMistake(node, branches);
  return [
    ...(mistake ? [`${pointer && `${pointer}: `}${mistake}`] : []),
    ...Object.entries(properties).flatMap(([name, member]) => mistakesOf(member, `${pointer}/${name}`)),
    ...(items && !isTuple(items) ? mistakesOf(items, `${pointer}/0`) : []),
    ...[...allOf, ...branches].flatMap((part) => mistakesOf(part, pointer)),
  ];
}

function unionMistake(node: SchemaNode, branches: readonly SchemaNode[]): string | undefined {
  if (branches.length < 2 || discriminatorOf(node) !== undefined) return undefined;
  const parts = branches.flatMap((branch) => variantsOf(branch));
  if (parts.some(({ properties, items }) => properties ?? items))
    return 'a form cannot tell the parts of this union apart; give each a property with its own Type.Literal';
  const free = parts
    .filter((part) => part.const === undefined && !part.enum)
    .flatMap(({ type = [] }) => type);
  const kinds = new Set(
    free.filter((type) => type !== 'null').map((type) => (type === 'integer' ? 'number' : type)),
  );
  return kinds.size > 1 ? 'a form cannot tell which type the user means; use one type' : undefined;
}
