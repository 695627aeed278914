import { flushSync } from 'react-dom';
import type { SchemaNode } from '@web/bff/platform/contract/schema/schema-node';
import { isObject, memberOf } from '@web/bff/platform/contract/schema/json-pointer';
import { pathOf } from './body/body-errors.ts';
import { isChanged, write } from './controls.ts';

/** Mounted field, group or list. */
export interface ShownField {
  /** Name of the control, such as `rows[0].title`. */
  readonly name: string;
  readonly id: string;
  /** Label of the field. In a list, the row's label comes first: `Stop 2, Planet`. */
  readonly label: string;
  /** Index of the step; undefined outside of steps. */
  readonly step: number | undefined;
  /** Undefined for a group, which has no value of its own, and for a file. */
  readonly binding?: Binding | undefined;
}

/** Functions by which the form writes into a field. */
export interface Binding {
  readonly isList?: true;
  /** Shows a value. `isInput` is true for input of the user, `isStored` for a value that goes out if the user does not change it. */
  readonly write: (value: unknown, how: { readonly isInput: boolean; readonly isStored: boolean }) => void;
  /** True if the field shows something else than the form has written, or restored input. */
  readonly isChanged: () => boolean;
}

/** Mounted fields by id. Each field registers itself. */
export type Fields = Map<string, ShownField>;

export interface NamedValue {
  /** Empty for the whole body. */
  readonly name: string;
  readonly value?: unknown;
}

export function elementBinding(id: string, node: SchemaNode, isRequired: boolean): Binding {
  const element = () => document.getElementById(id);
  return {
    write: (value, how) => {
      const control = element();
      const isStored = how.isInput || value !== undefined || (how.isStored && !isRequired);
      if (control) write(control, node, value, { isStored, isInput: how.isInput });
    },
    isChanged: () => {
      const control = element();
      return control !== null && isChanged(control);
    },
  };
}

/** Name of the list that a field is in, or its own name: rows may move, so a list is compared as a whole. */
export const wholeOf = (name: string): string => name.split('[', 1)[0] ?? name;

/** Returns the names of changed fields, and of lists with a changed field. */
export function changedNames(fields: Fields): ReadonlySet<string> {
  const changed = [...fields.values()].filter(({ binding }) => binding?.isChanged());
  return new Set(changed.map(({ name }) => wholeOf(name)));
}

export const valueAt = (value: unknown, name: string): unknown =>
  pathOf(name).reduce<unknown>(memberOf, value);

/** Shows values in the fields with these names, and in the fields of a group or list with one of these names. Leaves `kept` fields as they are. */
export function writeFields(
  fields: Fields,
  values: readonly NamedValue[],
  { isInput = false, kept = new Set<string>() }: { isInput?: boolean; kept?: ReadonlySet<string> } = {},
): void {
  const writeTo = ({ name, binding }: ShownField): void => {
    const source = kept.has(wholeOf(name)) ? undefined : values.find((value) => isWithin(name, value.name));
    if (!source) return;
    const path = pathOf(name.slice(source.name.length));
    const within = (steps: readonly string[]) => steps.reduce<unknown>(memberOf, source.value);
    binding?.write(within(path), { isInput, isStored: isObject(within(path.slice(0, -1))) });
  };
  const all = [...fields.values()];
  const lists = all.filter(({ binding }) => binding?.isList);
  // The rows of a list are rendered before their fields get their values.
  for (const list of lists.toSorted((one, other) => one.name.length - other.name.length))
    flushSync(() => writeTo(list));
  flushSync(() => {
    for (const field of fields.values()) if (!field.binding?.isList) writeTo(field);
  });
}

const isWithin = (name: string, outer: string): boolean =>
  outer === '' || name === outer || name.startsWith(`${outer}.`) || name.startsWith(`${outer}[`);
