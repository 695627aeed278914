import type { ComponentProps, HTMLInputTypeAttribute } from 'react';
import { type SchemaNode, variantsOf } from '@web/bff/contract/kit/schema/schema-node';
import { typesOf } from '#platform/forms/body-of.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { useField } from '@conform-to/react';
import { useBound } from './form-context.ts';

type Bound<P> = Omit<P, 'name' | 'error' | 'defaultValue' | 'defaultChecked'> & { readonly name?: string };

const INPUT_TYPES: Readonly<Record<string, HTMLInputTypeAttribute>> = {
  ...{ date: 'date', 'date-time': 'datetime-local', time: 'time', email: 'email', uri: 'url' },
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
  const { node, text, error, ...bound } = useBound(name);
  return <Field {...inputFor(node)} {...props} name={bound.name} error={error} defaultValue={text} />;
}

/** A choice of files that the call takes beside its body. The BFF checks them, and its errors appear here. */
export function BoundFile(props: Omit<ComponentProps<typeof Field>, 'error' | 'type'>) {
  const [{ errors }] = useField<unknown>(props.name);
  return <Field {...props} type="file" error={errors?.[0]} />;
}

export function BoundTextArea({ name, ...props }: Bound<ComponentProps<typeof TextArea>>) {
  const { text, error, ...bound } = useBound(name);
  return <TextArea {...props} name={bound.name} error={error} defaultValue={text} />;
}

export function BoundSelect({ name, ...props }: Bound<ComponentProps<typeof Select>>) {
  const { text, error, field, ...bound } = useBound(name);
  const { initialValue } = field;
  const chosen = props.multiple && Array.isArray(initialValue) ? (initialValue as string[]) : text;
  return <Select {...props} name={bound.name} error={error} defaultValue={chosen} />;
}

export function BoundCheckbox({ name, ...props }: Bound<ComponentProps<typeof Checkbox>>) {
  const { text, error, ...bound } = useBound(name);
  return (
    <Checkbox {...props} name={bound.name} error={error} value="true" defaultChecked={text === 'true'} />
  );
}
