import { createContext, type RefObject, useContext, useEffect, useId, useLayoutEffect, useMemo } from 'react';
import { isObject, memberOf } from '@web/bff/platform/contract/schema/json-pointer';
import { namesOf, nodeAt, objectsOf, type SchemaNode } from '@web/bff/platform/contract/schema/schema-node';
import { type BodyError, type ErrorTexts, nameOf, pathOf } from './body/body-errors.ts';
import { textOf } from './body/body-of.ts';
import { currentLocale } from '#platform/language/intl.ts';
import { isRemembered, write } from './controls.ts';
import { type Binding, elementBinding, type Fields } from './form-fields.ts';
import { watchOptions } from './select-options.ts';

interface FormState {
  readonly call: string;
  readonly node: SchemaNode;
  readonly errors: ErrorTexts;
  readonly fields: Fields;
  readonly pending: boolean;
  /** ID of the submit button of the last submission. */
  readonly pressed: string | undefined;
  /** True once an upload is fully sent and the response is pending. */
  readonly processing: boolean;
  readonly step: number;
  readonly showStep: (step: number) => void;
  readonly setStepCount: (count: number) => void;
  /** Dispatches an `input` event after a change that causes none, such as an added row. */
  readonly handleInput: () => void;
  /** Called when a field has been mounted: it may have restored input. */
  readonly onMount: (name: string) => void;
  readonly element: RefObject<HTMLFormElement | null>;
  readonly formId: string;
  readonly base: unknown;
  /** Problem of the last call. */
  readonly problem: { readonly errors?: readonly BodyError[] } | undefined;
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
  const generatedId = useId();
  const id = ownId ?? generatedId;
  useRegistration(id, name, label);
  return id;
}

/** Registers a field. A field with a binding gets the values that the form writes. */
export function useRegistration(id: string, name: string, label: string, binding?: Binding): void {
  const { fields, onMount } = useFormState();
  const { row, step } = useContext(FieldScopeContext);
  useEffect(() => {
    fields.set(id, { name, id, step, label: row ? `${row}, ${label}` : label, binding });
    onMount(name);
    return () => void fields.delete(id);
  }, [fields, onMount, name, id, label, row, step, binding]);
}

/** Finds a field's member of the body. Throws if the schema has no such member. */
export function useMember(name: string | undefined, ownId?: string) {
  const { call, node: body, errors } = useFormState();
  const { prefix, value } = useContext(FieldScopeContext);
  const generatedId = useId();
  const path = pathOf(`${prefix}.${name ?? ''}`);
  const node = nodeAt(body, path);
  const parent = nodeAt(body, path.slice(0, -1)) ?? body;
  if (!node)
    throw new Error(`${call}: the body has no field ${path.join('.')}, only ${namesOf(parent).join(', ')}`);
  const inScope = pathOf(name ?? '');
  const initial = inScope.reduce<unknown>(memberOf, value);
  const isRequired = objectsOf(parent).some(({ required }) => required.has(path.at(-1) ?? ''));
  // A new entity has no stored values: its optional fields send what they show.
  const isOfEntity = inScope.length > 0 && isObject(inScope.slice(0, -1).reduce<unknown>(memberOf, value));
  const control = nameOf(path);
  return {
    id: ownId ?? generatedId,
    name: control,
    node,
    initial,
    isRequired,
    isStored: initial !== undefined || (isOfEntity && !isRequired),
    text: textOf(node, initial, currentLocale()),
    error: errors.get(control),
  };
}

/** Binds an element to a member of the body: the form remembers what it has written into the element. */
export function useBound(name: string | undefined, label: string, ownId?: string) {
  const member = useMember(name, ownId);
  const { id, node, initial, isRequired, isStored } = member;
  const binding = useMemo(() => elementBinding(id, node, isRequired), [id, node, isRequired]);
  useRegistration(id, member.name, label, binding);
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    if (control && !isRemembered(control)) write(control, node, initial, { isStored });
  });
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    return control instanceof HTMLSelectElement ? watchOptions(control) : undefined;
  }, [id]);
  return member;
}
