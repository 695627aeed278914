import type { ComponentProps, ComponentType, HTMLInputTypeAttribute } from 'react';
import { type SchemaNode, variantsOf } from '@web/bff/contract/kit/schema/schema-node';
import { typesOf } from '#platform/forms/body-of.ts';
import { Checkbox, Field, Select, TextArea } from '#ui/form/field.tsx';
import { useBound, useFormState, useShownField } from './form-context.ts';

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

type Bound = ReturnType<typeof useBound>;

interface BoundProps {
  readonly name?: string;
  readonly label: string;
  readonly id?: string;
}

/** The control for a member of the body, with the attributes that the schema and the value ask for. */
const bind = <P extends object>(Control: ComponentType<P>, attributesOf: (bound: Bound) => object) =>
  function BoundControl({ name, ...props }: BoundProps) {
    const bound = useBound(name, props.label, props.id);
    const { id, error } = bound;
    const attributes = { ...attributesOf(bound), ...props, id, name: bound.name, error };
    return <Control {...(attributes as unknown as P)} />;
  };

/** A choice of files that the call takes beside its body. The BFF checks them, and its errors appear here. */
function File(props: ComponentProps<typeof Field>) {
  const { errors } = useFormState();
  const id = useShownField(props.name, props.label, props.id);
  return <Field {...props} id={id} type="file" error={errors[props.name]} />;
}

export const fields = {
  Field: bind(Field, ({ node, text }) => ({ ...inputFor(node), defaultValue: text })),
  TextArea: bind(TextArea, ({ text }) => ({ defaultValue: text })),
  Select: bind(Select, ({ initial, text }) => ({
    defaultValue: Array.isArray(initial) ? initial.map(String) : text,
  })),
  Checkbox: bind(Checkbox, ({ text }) => ({ value: 'true', defaultChecked: text === 'true' })),
  File,
};
