import './form.css';
import { type ComponentProps, useId } from 'react';

interface Props extends ComponentProps<'input'> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with it, in words for whoever fills it in. */
  readonly fault?: string | undefined;
}

/** A field with its label; hint and fault are read out with it. */
export function Field({ label, hint, fault, ...input }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <input
        id={id}
        aria-invalid={fault !== undefined}
        aria-describedby={described || undefined}
        {...input}
      />
      {fault && (
        <span className="field-fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}
