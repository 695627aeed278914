import { calls } from '@web/bff/platform/contract/product/calls';
import type { Call } from '@web/bff/platform/contract/call';
import { isTuple, type SchemaNode } from '@web/bff/platform/contract/schema/schema-node';
import type { CallKey, ReplyTo } from '#platform/api/api.ts';
import type { BodyOf } from '#platform/api/reads.ts';

/**
 * Returns a stand-in for a response, to render a placeholder. In place of strings and numbers, it has marks, which the document's script replaces
 * with the response's values. So don't compute anything from marks. `map` of an array renders a template, which the script repeats for each item.
 * The script cannot evaluate conditions, so the build leaves out markup that depends on a Boolean.
 */
export function responseMarks<K extends CallKey>(key: K): BodyOf<ReplyTo<K>> {
  const [success] = Object.values((calls[key] as Call).responses);
  return marksOf(success as SchemaNode, '') as BodyOf<ReplyTo<K>>;
}

function marksOf(schema: SchemaNode, path: string): unknown {
  const inner = (name: string) => (path ? `${path}.${name}` : name);
  const { type, properties, items, anyOf } = schema;
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, marksOf(member, inner(name))]),
    );
  if (isTuple(items)) return items.map((item, index) => marksOf(item, inner(String(index))));
  if (items) {
    const item = marksOf(items, '');
    const map = (part: (item: unknown, index: number) => React.ReactNode) => (
      <template data-each={path}>{part(item, 0)}</template>
    );
    return Object.assign([item], { map });
  }
  const object = anyOf?.find((variant) => variant.properties ?? variant.items);
  if (object) return marksOf(object, path);
  return type === 'boolean' ? import.meta.env.BOOLEAN_MARK === true : `{{${path}}}`;
}
