import { childOf, type SchemaNode, variantsOf } from '@web/bff/contract/kit/schema/schema-node';
import { isObject, membersOf, type Payload } from './body-of.ts';
import { formatNumber } from './locale-number.ts';

/** What the controls of a form show for a value. Members that the schema does not have are left out. */
export function textsOf(schema: SchemaNode, value: unknown, locale: string): unknown {
  if (typeof value === 'number') return formatNumber(value, locale);
  if (Array.isArray(value))
    return value.map((item, at) => textsOf(childOf(schema, String(at)) ?? {}, item, locale));
  if (isObject(value) && !(value instanceof File)) {
    const texts: Payload = Object.fromEntries(
      membersOf(schema).map((name) => [name, textsOf(childOf(schema, name) ?? {}, value[name], locale)]),
    );
    return texts;
  }
  if (typeof value !== 'string') return typeof value === 'boolean' ? String(value) : undefined;
  const isTime = variantsOf(schema).some(({ format }) => format === 'date-time');
  return isTime ? localTime(value) : value;
}

/** A time as `<input type="datetime-local">` takes it: in the zone of the person, without one. */
function localTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, time.getSeconds() === 0 ? 16 : 19);
}
