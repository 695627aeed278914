import type { ComponentProps } from 'react';
import { FormField, type LabelProps } from './form-field.tsx';

type Props = LabelProps & ComponentProps<'textarea'>;

/** A field for several lines; it grows with its text if the browser can. */
export function TextArea({ name, label, hint, error, rows = 3, ...textarea }: Props) {
  return (
    <FormField name={name} label={label} hint={hint} error={error}>
      {(control) => <textarea rows={rows} {...control} {...textarea} />}
    </FormField>
  );
}
