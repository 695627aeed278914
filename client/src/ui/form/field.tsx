import type { ComponentProps } from 'react';
import { FormField, type LabelProps } from './form-field.tsx';

type Props = LabelProps & ComponentProps<'input'>;

/** A field with its label; a screen reader reads hint and error with it. */
export function Field({ name, label, hint, error, ...input }: Props) {
  return (
    <FormField name={name} label={label} hint={hint} error={error}>
      {(control) => <input {...control} {...input} />}
    </FormField>
  );
}
