import { nodeAt, segmentsOf, variantsOf, type SchemaNode } from './schema-node.ts';

interface WithMessages extends SchemaNode {
  /** For all keywords of the field. */
  readonly message?: string;
  /** By keyword. */
  readonly messages?: Readonly<Record<string, string>>;
}

/** The product's own text for a keyword that the field at the pointer violates. */
export function ownMessage(schema: SchemaNode, pointer: string, keyword: string): string | undefined {
  const node = nodeAt(schema, segmentsOf(pointer));
  const variants: readonly WithMessages[] = node ? variantsOf(node) : [];
  const of = (variant: WithMessages) => variant.messages?.[keyword] ?? variant.message;
  return variants.map(of).find((message) => message !== undefined);
}
