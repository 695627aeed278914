import { type SchemaNode, variantsOf } from '@web/bff/contract/kit/schema/schema-node';
import { formatNumber } from './locale-number.ts';

/** What a control shows for the value of a field. */
export function textOf(node: SchemaNode, value: unknown, locale: string): string | undefined {
  if (typeof value === 'number') return formatNumber(value, locale);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  return variantsOf(node).some(({ format }) => format === 'date-time') ? localTime(value) : value;
}

/** A time as `<input type="datetime-local">` takes it: in the zone of the person, without one. */
function localTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, time.getSeconds() === 0 ? 16 : 19);
}
