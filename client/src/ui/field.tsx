import type { ComponentProps } from 'react';
import { Labelled, type LabelProps } from './labelled.tsx';

type Props = LabelProps & ComponentProps<'input'>;

/** A field with its label; hint and fault are read out with it. */
export function Field({ name, label, hint, fault, ...input }: Props) {
  return (
    <Labelled name={name} label={label} hint={hint} fault={fault}>
      {(control) => <input {...control} {...input} />}
    </Labelled>
  );
}
