import './error-summary.css';
import { type MouseEvent, type Ref, useId } from 'react';

interface Props {
  readonly heading: string;
  readonly entries: readonly {
    readonly text: string;
    readonly field?: { readonly id: string; readonly goTo: () => void };
  }[];
  readonly ref?: Ref<HTMLElement>;
}

/** A focusable list of a form's errors, with links to their fields. */
export function ErrorSummary({ heading, entries, ref }: Props) {
  const id = useId();
  const follow = (event: MouseEvent, goTo: () => void): void => {
    event.preventDefault();
    goTo();
  };
  return (
    <section className="error-summary" aria-labelledby={id} tabIndex={-1} ref={ref}>
      <p id={id}>{heading}</p>
      <ul>
        {entries.map(({ text, field }) => (
          <li key={text}>
            {field ? (
              <a href={`#${field.id}`} onClick={(event) => follow(event, field.goTo)}>
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
