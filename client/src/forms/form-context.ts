import { createContext, useContext } from 'react';
import { useField } from '@conform-to/react';
import { nodeAt, type SchemaNode } from '@web/bff/contract/kit/schema/schema-node';
import type { Body } from '#platform/forms/body-errors.ts';
import { membersOf } from '#platform/forms/body-of.ts';
import { nameOf, pathOf } from '#platform/forms/field-names.ts';

interface FormState {
  readonly body: Body;
  readonly pending: boolean;
  readonly step: number;
  readonly showStep: (step: number) => void;
  /** A list has got a row, or lost one. */
  readonly noteInput: () => void;
}

export const FormContext = createContext<FormState | undefined>(undefined);
/** The name of the object or the row around a field. */
export const PrefixContext = createContext('');

export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error('This stands outside its form.');
  return state;
}

/** What a field shows. Throws for a name that the body's schema does not have. */
export function useBound(name = '') {
  const { body } = useFormState();
  const path = pathOf(`${useContext(PrefixContext)}.${name}`);
  const node: SchemaNode | undefined = nodeAt(body.schema, path);
  if (!node) {
    const known = membersOf(nodeAt(body.schema, path.slice(0, -1)) ?? body.schema).join(', ');
    throw new Error(`${body.key}: there is no field ${path.join('.')} in the body, but ${known}`);
  }
  const full = nameOf(path);
  const [field, form] = useField<unknown>(full);
  const { initialValue } = field;
  return {
    name: full,
    node,
    field,
    form,
    text: typeof initialValue === 'string' ? initialValue : undefined,
    error: field.errors?.[0],
  };
}
