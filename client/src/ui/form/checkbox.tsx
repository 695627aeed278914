import type { ComponentProps } from 'react';
import { FormField, type LabelProps } from './form-field.tsx';

type Props = LabelProps & ComponentProps<'input'>;

/** A box to tick, before its label. */
export function Checkbox({ name, label, hint, error, ...input }: Props) {
  return (
    <FormField name={name} label={label} hint={hint} error={error}>
      {(control) => <input type="checkbox" {...control} {...input} />}
    </FormField>
  );
}
