import { createContext, useContext } from 'react';
import { nodeAt, type SchemaNode } from '@web/bff/contract/kit/schema/schema-node';
import { type ErrorTexts, nameOf, pathOf } from '#platform/forms/body-errors.ts';
import { type Controls, membersOf, textOf } from '#platform/forms/body-of.ts';
import { currentLocale } from '#platform/language/intl.ts';

interface FormState {
  /** Such as `POST /notes`. */
  readonly call: string;
  readonly schema: SchemaNode;
  readonly errors: ErrorTexts;
  readonly pending: boolean;
  /** All of an upload is sent, and the response is pending. */
  readonly processing: boolean;
  readonly step: number;
  readonly showStep: (step: number) => void;
  /** Another text after each reset, and when input is restored: what keeps state begins anew. */
  readonly round: string;
  /** What its controls held before a reload or a sign-out. */
  readonly restored: Controls | undefined;
  /** What the form holds has changed. */
  readonly noteInput: () => void;
}

/** The object or the row around a field: its name, and its value at first. */
interface Surroundings {
  readonly prefix: string;
  readonly value: unknown;
}

export const FormContext = createContext<FormState | undefined>(undefined);
export const SurroundingsContext = createContext<Surroundings>({ prefix: '', value: undefined });

export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error('This stands outside its form.');
  return state;
}

/** What a field shows. Throws for a name that the body's schema does not have. */
export function useBound(name = '') {
  const { call, schema, errors } = useFormState();
  const { prefix, value } = useContext(SurroundingsContext);
  const path = pathOf(`${prefix}.${name}`);
  const node = nodeAt(schema, path);
  if (!node) {
    const known = membersOf(nodeAt(schema, path.slice(0, -1)) ?? schema).join(', ');
    throw new Error(`${call}: there is no field ${path.join('.')} in the body, but ${known}`);
  }
  const initial = pathOf(name).reduce<unknown>((outer, key) => Object(outer)[key], value);
  const text = textOf(node, initial, currentLocale());
  const control = nameOf(path);
  return { name: control, node, initial, text, error: errors[control] };
}
