import type { ComponentProps } from 'react';
import { FormField, type LabelProps } from './form-field.tsx';

/** Its children are `<option>`s. */
type Props = LabelProps & ComponentProps<'select'>;

/** A choice of one among a few: the browser's own control, which a phone shows in its own way. */
export function Select({ name, label, hint, error, children, ...select }: Props) {
  return (
    <FormField name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} {...select}>
          {children}
        </select>
      )}
    </FormField>
  );
}
