import './form.css';
import type { ReactNode } from 'react';

/** Short fields that belong together, side by side if there is room: the first and the last day, or a postal code and a city. */
export const FieldRow = ({ children }: { readonly children: ReactNode }) => (
  <div className="field-row">{children}</div>
);
