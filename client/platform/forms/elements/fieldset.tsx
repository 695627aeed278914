import './form.css';
import './fieldset.css';
import { type ComponentProps, useId } from 'react';
import { classNames } from '#platform/ui/class-names.ts';

interface Props extends ComponentProps<'fieldset'> {
  readonly legend: string;
  readonly error?: string | undefined;
}

export function Fieldset({ legend, error, className, children, ...fieldset }: Props) {
  const id = useId();
  return (
    <fieldset
      id={id}
      className={classNames('fieldset', className)}
      tabIndex={-1}
      data-invalid={error !== undefined}
      aria-describedby={error && `${id}-error`}
      {...fieldset}
    >
      <legend>{legend}</legend>
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
      {children}
    </fieldset>
  );
}
