import './form.css';
import { type ReactNode, useId } from 'react';

export interface LabelProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value, in words for the person. */
  readonly error?: string | undefined;
}

interface Control {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface Props extends LabelProps {
  /** Renders the control with these attributes. */
  readonly children: (control: Control) => ReactNode;
}

/** The parts around every control: the label, and a hint and an error that a screen reader reads with it. */
export function FormField({ name, label, hint, error, children }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({
        id,
        name,
        'aria-invalid': error !== undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
