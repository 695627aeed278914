import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nodeOf } from '@web/bff/platform/contract/schema/schema-node';
import { textOf } from './body/body-of.ts';
import { currentLocale } from '#platform/language/intl.ts';
import { remember } from './controls.ts';
import { useFormState, useMember, useRegistration } from './form-context.ts';
import type { Binding } from './form-fields.ts';
import type { FieldName, ValueAt } from './field-names.ts';
import type { FormComponents } from './form-types.ts';

type Unchanged<V> = V extends readonly (infer Item)[] ? readonly Item[] : V;

export interface OwnControl<V = unknown> {
  readonly value: Unchanged<V> | null | undefined;
  readonly setValue: (value: Unchanged<V> | null) => void;
  readonly error: string | undefined;
  /** Attributes for the element that is focused when the value is invalid. */
  readonly attributes: { readonly id: string; readonly 'aria-invalid': boolean };
}

interface Props {
  readonly name?: string;
  readonly label: string;
  readonly children: (control: OwnControl) => ReactNode;
}

/**
 * Binds a custom control, such as a tag input, a picker or an editor, to a string, number, Boolean or list of these:
 * `<Control of={NoteForm} name="tags" label="Tags">{({ value, setValue, error, attributes }) => …}</Control>`. A reset restores the
 * control's initial value.
 */
export const Control = function Control({ name, label, children }: Props) {
  const { id, name: control, node, initial, isStored, error } = useMember(name);
  const { handleInput } = useFormState();
  const locale = currentLocale();
  /** `written` is the value that the form has written last. */
  const [{ value, written, isInput }, set] = useState({ value: initial, written: initial, isInput: false });
  const latest = useRef({ value, written, isInput });
  /** Value after the last `input` event, or as written by the form. */
  const reported = useRef<unknown>(initial);
  const [binding] = useState<Binding>(() => ({
    write: (value, { isInput }) => {
      reported.current = value;
      set({ value, written: value, isInput });
    },
    isChanged: () => latest.current.isInput || latest.current.value !== latest.current.written,
  }));
  useRegistration(id, control, label, binding);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    latest.current = { value, written, isInput };
    const isKnown = (value ?? undefined) !== undefined || (value === initial && isStored);
    if (fieldset.current) remember(fieldset.current, isKnown ? { value } : undefined);
  });
  useEffect(() => {
    if (reported.current !== value) handleInput();
    reported.current = value;
  });
  const setValue = (value: unknown) => set((before) => ({ ...before, value }));
  const values = node.kind === 'array' ? [value ?? []].flat() : [value];
  // Formats with an empty schema, because a `date-time` schema would cut the seconds.
  const texts = values.map((part) => textOf(nodeOf({}), part, locale) ?? '');
  return (
    <>
      <fieldset hidden name={control} ref={fieldset}>
        {texts.map((text) => (
          <input key={text} name={control} value={text} readOnly />
        ))}
      </fieldset>
      {children({
        value,
        setValue,
        error,
        attributes: { id, 'aria-invalid': error !== undefined },
      })}
    </>
  );
} as unknown as <V, N extends FieldName<V>>(props: {
  /** The form. Within a group or a list, the components that the group or list passes to its `children`. */
  readonly of: Pick<FormComponents<V>, 'body'>;
  readonly name: N;
  /** Label in the error summary. */
  readonly label: string;
  readonly children: (control: OwnControl<ValueAt<V, N>>) => ReactNode;
}) => ReactNode;
