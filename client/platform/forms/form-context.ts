import { createContext, type RefObject, useContext, useEffect, useId } from 'react';
import { namesOf, nodeAt, type SchemaNode } from '@web/bff/platform/contract/schema/schema-node';
import { type ErrorTexts, nameOf, pathOf } from './body/body-errors.ts';
import { type Controls, textOf } from './body/body-of.ts';
import { currentLocale } from '#platform/language/intl.ts';

/** Mounted field, group or list. */
export interface ShownField {
  /** Name of the control, such as `rows[0].title`. */
  readonly name: string;
  readonly id: string;
  /** Label of the field. In a list, the row's label comes first: `Stop 2, Planet`. */
  readonly label: string;
  /** Index of the step; undefined outside of steps. */
  readonly step: number | undefined;
}

interface FormState {
  readonly call: string;
  readonly node: SchemaNode;
  readonly errors: ErrorTexts;
  /** Mounted fields by id. Each field registers itself. */
  readonly fields: Map<string, ShownField>;
  readonly pending: boolean;
  /** True once an upload is fully sent and the response is pending. */
  readonly processing: boolean;
  readonly step: number;
  readonly showStep: (step: number) => void;
  readonly setStepCount: (count: number) => void;
  /** React key that changes on reset and restore, to remount stateful fields. */
  readonly resetKey: string;
  /** Control values from before a reload or a sign-out. */
  readonly restored: Controls | undefined;
  /** Dispatches an `input` event after a change that causes none, such as an added row. */
  readonly handleInput: () => void;
  readonly element: RefObject<HTMLFormElement | null>;
  readonly formId: string;
  readonly start: unknown;
}

/** The enclosing object, row and step of a field. */
interface FieldScope {
  readonly prefix: string;
  readonly value: unknown;
  /** Label of the row, such as `Stop 2`. */
  readonly row?: string;
  readonly step?: number;
}

export const FormContext = createContext<FormState | undefined>(undefined);
export const FieldScopeContext = createContext<FieldScope>({ prefix: '', value: undefined });

export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error('A part of a form must be rendered within its form.');
  return state;
}

/** Registers a field for the error summary. Returns the id for the field's focusable element. */
export function useShownField(name: string, label: string, ownId?: string): string {
  const { fields } = useFormState();
  const { row, step } = useContext(FieldScopeContext);
  const generatedId = useId();
  const id = ownId ?? generatedId;
  useEffect(() => {
    fields.set(id, { name, id, step, label: row ? `${row}, ${label}` : label });
    return () => void fields.delete(id);
  }, [fields, name, id, label, row, step]);
  return id;
}

/** Binds a field to a member of the body. Throws if the schema has no such member. */
export function useBound(name: string | undefined, label: string, ownId?: string) {
  const { call, node: body, errors } = useFormState();
  const { prefix, value } = useContext(FieldScopeContext);
  const path = pathOf(`${prefix}.${name ?? ''}`);
  const node = nodeAt(body, path);
  if (!node) {
    const known = namesOf(nodeAt(body, path.slice(0, -1)) ?? body).join(', ');
    throw new Error(`${call}: the body has no field ${path.join('.')}, only ${known}`);
  }
  const initial = pathOf(name ?? '').reduce<unknown>((outer, key) => Object(outer)[key], value);
  const text = textOf(node, initial, currentLocale());
  const control = nameOf(path);
  const id = useShownField(control, label, ownId);
  return { id, name: control, node, initial, text, error: errors.get(control) };
}
