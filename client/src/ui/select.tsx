import type { ComponentProps } from 'react';
import { Labelled, type LabelProps } from './labelled.tsx';

/** Its children are `<option>`s. */
type Props = LabelProps & ComponentProps<'select'>;

/** A choice of one among a few; the browser's own, which a phone shows in its own way. */
export function Select({ name, label, hint, fault, children, ...select }: Props) {
  return (
    <Labelled name={name} label={label} hint={hint} fault={fault}>
      {(control) => (
        <select {...control} {...select}>
          {children}
        </select>
      )}
    </Labelled>
  );
}
