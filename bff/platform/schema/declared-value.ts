import type Type from 'typebox';
import { enforcedSchema } from '#platform/contract/schema/enforced-schema.ts';
import { oncePerSchema } from '#platform/contract/schema/once-per-schema.ts';
import { nodeOf, objectsOf, type SchemaNode } from '#platform/contract/schema/schema-node.ts';
import { responseAjv } from './ajv.ts';

type Copy = (value: unknown) => unknown;

/**
 * Returns a function that copies the declared members of a response, event or error. Throws a `TypeError` if the copy does not match the schema:
 * nothing is coerced. The message names the `place` and the JSON pointer to the invalid member, but not its value, which may be personal data.
 */
export const declaredValue = oncePerSchema((schema: Type.TSchema) => {
  const copy = copyOf(nodeOf(schema)) ?? ((value) => value);
  const check = responseAjv.compile(enforcedSchema(schema, 'response'));
  return (value: unknown, place: string): unknown => {
    const declared = copy(value);
    // `Type.Unknown` would accept undefined, for which JSON has no text.
    const isDefined = declared !== undefined;
    if (isDefined && check(declared)) return declared;
    const [error] = isDefined ? (check.errors ?? []) : [{ instancePath: '', message: 'is undefined' }];
    throw new TypeError(
      `${place} does not match its schema: ${error?.instancePath.slice(0, 200) || 'it'} ${error?.message}`,
    );
  };
});

/** Returns a function that copies the declared members of a value of any shape. Returns undefined if there is nothing to leave out. */
function copyOf(node: SchemaNode): Copy | undefined {
  if (node.kind === 'object') {
    const members = [...node.members].map(([name, member]) => [name, copyOf(member)] as const);
    return ofObject((value) => {
      const copied: Record<string, unknown> = {};
      for (const [name, copy] of members) {
        const member = value[name];
        if (member !== undefined) copied[name] = copy ? copy(member) : member;
      }
      return copied;
    });
  }
  if (node.kind === 'union') {
    const copies = new Map(objectsOf(node).map((branch) => [branch, copyOf(branch)]));
    return ofObject((value) => {
      const branch = node.branches.get(value[node.discriminator]);
      return (branch && copies.get(branch)?.(value)) ?? value;
    });
  }
  if (node.kind === 'record') {
    const copy = copyOf(node.value) ?? ((value) => value);
    return ofObject((value) =>
      Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)])),
    );
  }
  const copy = node.kind === 'array' ? copyOf(node.item) : undefined;
  return copy && ((value) => (Array.isArray(value) ? value.map((item) => copy(item)) : value));
}

const ofObject =
  (copy: (value: Readonly<Record<string, unknown>>) => unknown): Copy =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? copy(value as Readonly<Record<string, unknown>>)
      : value;
