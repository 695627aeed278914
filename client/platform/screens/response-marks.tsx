import { calls } from '@web/bff/platform/contract/product/calls';
import type { Call } from '@web/bff/platform/contract/call';
import { childOf, namesOf, nodeOf, type SchemaNode } from '@web/bff/platform/contract/schema/schema-node';
import type { CallKey, ReplyTo } from '#platform/api/api.ts';
import type { BodyOf } from '#platform/api/reads.ts';

/**
 * Returns a stand-in for a response, to render a placeholder. In place of strings and numbers, it has marks, which the document's script replaces
 * with the response's values. So don't compute anything from marks. `map` of an array renders a template, which the script repeats for each item.
 * The script cannot evaluate conditions, so reading a Boolean throws. A Boolean is not enumerable, so an object with one can be spread.
 */
export function responseMarks<K extends CallKey>(key: K): BodyOf<ReplyTo<K>> {
  const [success] = Object.values((calls[key] as Call).responses);
  return marksOf(nodeOf(success as object), '', key) as BodyOf<ReplyTo<K>>;
}

function marksOf(node: SchemaNode, path: string, call: string): unknown {
  if (node.kind === 'object' || node.kind === 'union') {
    const members = namesOf(node).map((name) => [name, childOf(node, name) as SchemaNode] as const);
    return withMembers({}, new Map(members), path, call);
  }
  if (node.kind !== 'array') return `{{${path}}}`;
  const marks = withMembers<unknown[]>([], new Map([['0', node.item]]), undefined, call);
  const map = (part: (item: unknown, index: number) => React.ReactNode) => (
    <template data-each={path}>{part(marks[0], 0)}</template>
  );
  return Object.assign(marks, { map });
}

const isBoolean = (node: SchemaNode): boolean =>
  node.kind === 'boolean' ||
  (node.kind === 'scalars' && node.parts.some(isBoolean)) ||
  (node.kind === 'choice' && node.choices.some((choice) => typeof choice === 'boolean'));

/** Adds marks to `marks` by name. Without a path, which an item of a template does not have, the name is not part of the marks. */
function withMembers<Marks extends object>(
  marks: Marks,
  members: ReadonlyMap<string, SchemaNode>,
  path: string | undefined,
  call: string,
): Marks {
  for (const [name, node] of members) {
    const inner = path === undefined ? '' : [path, name].filter(Boolean).join('.');
    const get = (): never => {
      throw new Error(
        `a placeholder reads the Boolean ${inner || 'item'} in the response of ${call}. The document cannot evaluate it: leave out what depends on it, or pass the component a constant, such as ${name}={false}`,
      );
    };
    const hasValue = !isBoolean(node);
    const value = hasValue ? marksOf(node, inner, call) : undefined;
    Object.defineProperty(marks, name, hasValue ? { value, enumerable: true, writable: true } : { get });
  }
  return marks;
}
