import type { ComponentProps } from 'react';
import { FormField, type LabelProps } from './form-field.tsx';

type Props = LabelProps & ComponentProps<'textarea'>;

/** A field for more than a line; it grows with what is typed where the browser can. */
export function TextArea({ name, label, hint, error, rows = 3, ...textarea }: Props) {
  return (
    <FormField name={name} label={label} hint={hint} error={error}>
      {(control) => <textarea rows={rows} {...control} {...textarea} />}
    </FormField>
  );
}
