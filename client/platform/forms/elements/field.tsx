import './form.css';
import { type ComponentProps, createContext, createElement, useContext, useId } from 'react';
import { classNames } from '#platform/ui/class-names.ts';

interface LabelProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
}

/** Errors by control, for fields without the prop `error`. */
export const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map());

function labelled<Tag extends 'input' | 'select' | 'textarea'>(tag: Tag, defaults: object = {}) {
  return function Labelled({ label, hint, className, ...props }: LabelProps & ComponentProps<Tag>) {
    const generatedId = useId();
    const found = useContext(FieldErrors).get(props.name);
    const { id = generatedId, error = found, ...control } = props;
    const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
    return (
      <div className={classNames('field', className)}>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span className="field-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
        {createElement(tag, {
          'aria-invalid': error !== undefined,
          'aria-describedby': described || undefined,
          ...defaults,
          ...control,
          id,
        })}
        {error && (
          <span className="field-error" id={`${id}-error`}>
            {error}
          </span>
        )}
      </div>
    );
  };
}

export const Field = labelled('input');

/** A text area that grows with its text if the browser supports `field-sizing`. */
export const TextArea = labelled('textarea', { rows: 3 });

/** Children are `<option>`s. */
export const Select = labelled('select');

export const Checkbox = labelled('input', { type: 'checkbox' });
