import { createContext, useContext, useEffect, useId } from 'react';
import { nodeAt, type SchemaNode } from '@web/bff/contract/kit/schema/schema-node';
import { type ErrorTexts, nameOf, pathOf } from '#platform/forms/body-errors.ts';
import { type Controls, membersOf, textOf } from '#platform/forms/body-of.ts';
import { currentLocale } from '#platform/language/intl.ts';

/** A field, a group or a list in the page. */
export interface ShownField {
  /** The name of its control, such as `rows[0].title`. */
  readonly name: string;
  /** The id of the element that takes the focus. */
  readonly id: string;
  /** In a row of a list, the row comes first: `Stop 2, Planet`. */
  readonly label: string;
  /** The index of its step; undefined outside of steps. */
  readonly step: number | undefined;
}

interface FormState {
  readonly call: string;
  readonly schema: SchemaNode;
  readonly errors: ErrorTexts;
  /** By id; each field adds itself. */
  readonly fields: Map<string, ShownField>;
  readonly pending: boolean;
  /** All of an upload is sent, and the response is pending. */
  readonly processing: boolean;
  readonly step: number;
  readonly showStep: (step: number) => void;
  readonly setStepCount: (count: number) => void;
  /** React key that changes on reset and restore, to remount stateful fields. */
  readonly round: string;
  /** Values of the controls before a reload or a sign-out. */
  readonly restored: Controls | undefined;
  readonly noteInput: () => void;
}

/** The object, the row and the step around a field. */
interface Surroundings {
  /** The name of the object or the row. */
  readonly prefix: string;
  readonly value: unknown;
  /** The label of the row, such as `Stop 2`. */
  readonly row?: string;
  readonly step?: number;
}

export const FormContext = createContext<FormState | undefined>(undefined);
export const SurroundingsContext = createContext<Surroundings>({ prefix: '', value: undefined });

export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error('This stands outside its form.');
  return state;
}

/** Adds a field to those that errors can be shown at. Returns the id for the element that takes the focus. */
export function useShownField(name: string, label: string, ownId?: string): string {
  const { fields } = useFormState();
  const { row, step } = useContext(SurroundingsContext);
  const generatedId = useId();
  const id = ownId ?? generatedId;
  useEffect(() => {
    fields.set(id, { name, id, step, label: row ? `${row}, ${label}` : label });
    return () => void fields.delete(id);
  }, [fields, name, id, label, row, step]);
  return id;
}

/** Binds a field to a member of the body. Throws for a name that the body's schema does not have. */
export function useBound(name: string | undefined, label: string, ownId?: string) {
  const { call, schema, errors } = useFormState();
  const { prefix, value } = useContext(SurroundingsContext);
  const path = pathOf(`${prefix}.${name ?? ''}`);
  const node = nodeAt(schema, path);
  if (!node) {
    const known = membersOf(nodeAt(schema, path.slice(0, -1)) ?? schema).join(', ');
    throw new Error(`${call}: there is no field ${path.join('.')} in the body, but ${known}`);
  }
  const initial = pathOf(name ?? '').reduce<unknown>((outer, key) => Object(outer)[key], value);
  const text = textOf(node, initial, currentLocale());
  const control = nameOf(path);
  const id = useShownField(control, label, ownId);
  return { id, name: control, node, initial, text, error: errors[control] };
}
