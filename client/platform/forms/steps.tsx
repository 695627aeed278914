import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { forms as messages } from '#platform/messages/forms.ts';
import { Button } from '#platform/ui/button.tsx';
import { FieldScopeContext, useFormState } from './form-context.ts';

interface Props {
  readonly steps: readonly { readonly title: string; readonly content: ReactNode }[];
  /** Buttons of the last step, such as `Submit`. */
  readonly children: ReactNode;
}

/** A wizard. Validates each step before it shows the next. Hidden steps stay mounted, so that their input, including files, is kept. */
export function Steps({ steps, children }: Props) {
  const { step, showStep, setStepCount } = useFormState();
  const scope = useContext(FieldScopeContext);
  const shown = useRef(step);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  useLayoutEffect(() => setStepCount(steps.length), [setStepCount, steps.length]);
  return (
    <>
      {steps.map(({ title, content }, index) => (
        <section key={title} className="form-step" hidden={index !== step}>
          <h2 tabIndex={-1} ref={index === step ? heading : null}>
            {messages.step(index + 1, steps.length, title)}
          </h2>
          <FieldScopeContext value={{ ...scope, step: index }}>{content}</FieldScopeContext>
        </section>
      ))}
      <div className="actions">
        {step > 0 && (
          <Button variant="quiet" onClick={() => showStep(step - 1)}>
            {messages.back}
          </Button>
        )}
        {step < steps.length - 1 ? <Button type="submit">{messages.next}</Button> : children}
      </div>
    </>
  );
}
