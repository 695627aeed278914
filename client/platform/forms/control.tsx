import { type ReactNode, useEffect, useRef, useState } from 'react';
import { nodeOf } from '@web/bff/platform/contract/schema/schema-node';
import { bodyOf, textOf } from './body/body-of.ts';
import { currentLocale } from '#platform/language/intl.ts';
import { useBound, useFormState } from './form-context.ts';
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

function BoundControl({ name, label, children }: Props) {
  const { id, name: control, node, initial, error } = useBound(name, label);
  const { restored, handleInput } = useFormState();
  const locale = currentLocale();
  const [value, setValue] = useState(() => {
    const texts = restored?.get(control);
    return texts ? bodyOf(node, new Map([['', texts]]), undefined, locale) : initial;
  });
  const lastValue = useRef(value);
  useEffect(() => {
    if (lastValue.current !== value) handleInput();
    lastValue.current = value;
  });
  const values = node.kind === 'array' ? [value ?? []].flat() : [value];
  // Formats with an empty schema, because a `date-time` schema would cut the seconds.
  const texts = values.map((part) => textOf(nodeOf({}), part, locale) ?? '');
  return (
    <>
      <fieldset hidden name={control}>
        {texts.map((text) => (
          <input key={text} name={control} value={text} readOnly />
        ))}
      </fieldset>
      {children({ value, setValue, error, attributes: { id, 'aria-invalid': error !== undefined } })}
    </>
  );
}

/**
 * Binds a custom control, such as a tag input, a picker or an editor, to a string, number, Boolean or list of these:
 * `<Control of={NoteForm} name="tags" label="Tags">{({ value, setValue, error, attributes }) => …}</Control>`. A reset restores the
 * control's initial value.
 */
export const Control = function Control(props: Props) {
  const { resetKey } = useFormState();
  return <BoundControl key={resetKey} {...props} />;
} as unknown as <V, N extends FieldName<V>>(props: {
  /** The form. Within a group or a list, the components that the group or list passes to its `children`. */
  readonly of: Pick<FormComponents<V>, 'body'>;
  readonly name: N;
  /** Label in the error summary. */
  readonly label: string;
  readonly children: (control: OwnControl<ValueAt<V, N>>) => ReactNode;
}) => ReactNode;
