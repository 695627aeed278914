import type { ComponentProps, HTMLInputTypeAttribute } from 'react';
import { type SchemaNode, variantsOf } from '@web/bff/contract/kit/schema/schema-node';
import { typesOf } from '#platform/forms/body-of.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { useBound, useFormState } from './form-context.ts';

type Bound<P> = Omit<P, 'name' | 'error' | 'defaultValue' | 'defaultChecked'> & { readonly name?: string };

const INPUT_TYPES: Readonly<Record<string, HTMLInputTypeAttribute>> = {
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
  email: 'email',
  uri: 'url',
};

/** The kind of the control that suits the schema. A number is a text: people write it in their own language. */
function inputFor(node: SchemaNode): Pick<ComponentProps<'input'>, 'type' | 'inputMode'> {
  const types = typesOf(node);
  if (types.includes('integer')) return { inputMode: 'numeric' };
  if (types.includes('number')) return { inputMode: 'decimal' };
  const format = variantsOf(node).find((variant) => variant.format)?.format ?? '';
  return { type: INPUT_TYPES[format] ?? 'text' };
}

export function BoundField({ name, ...props }: Bound<ComponentProps<typeof Field>>) {
  const { name: control, node, text, error } = useBound(name);
  return <Field {...inputFor(node)} {...props} name={control} error={error} defaultValue={text} />;
}

/** A choice of files that the call takes beside its body. The BFF checks them, and its errors appear here. */
export function BoundFile(props: Omit<ComponentProps<typeof Field>, 'error' | 'type'>) {
  const { errors } = useFormState();
  return <Field {...props} type="file" error={errors[props.name]} />;
}

export function BoundTextArea({ name, ...props }: Bound<ComponentProps<typeof TextArea>>) {
  const { name: control, text, error } = useBound(name);
  return <TextArea {...props} name={control} error={error} defaultValue={text} />;
}

export function BoundSelect({ name, ...props }: Bound<ComponentProps<typeof Select>>) {
  const { name: control, initial, text, error } = useBound(name);
  const chosen = props.multiple && Array.isArray(initial) ? initial.map(String) : text;
  return <Select {...props} name={control} error={error} defaultValue={chosen} />;
}

export function BoundCheckbox({ name, ...props }: Bound<ComponentProps<typeof Checkbox>>) {
  const { name: control, text, error } = useBound(name);
  return <Checkbox {...props} name={control} error={error} value="true" defaultChecked={text === 'true'} />;
}
