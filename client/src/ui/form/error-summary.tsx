import './form.css';
import { type MouseEvent, type Ref, useId } from 'react';

interface Entry {
  readonly text: string;
  /** The field, where there is one. */
  readonly field?: { readonly id: string; readonly goTo: () => void };
}

interface Props {
  readonly heading: string;
  readonly entries: readonly Entry[];
  readonly ref?: Ref<HTMLElement>;
}

/** The errors of a form in one place, with links to their fields. It can take the focus. */
export function ErrorSummary({ heading, entries, ref }: Props) {
  const id = useId();
  return (
    <section className="error-summary" aria-labelledby={id} tabIndex={-1} ref={ref}>
      <p id={id}>{heading}</p>
      <ul>
        {entries.map(({ text, field }) => (
          <li key={text}>{field ? <FieldLink {...field}>{text}</FieldLink> : text}</li>
        ))}
      </ul>
    </section>
  );
}

function FieldLink({ id, goTo, children }: NonNullable<Entry['field']> & { readonly children: string }) {
  const follow = (event: MouseEvent): void => {
    event.preventDefault();
    goTo();
  };
  return (
    <a href={`#${id}`} onClick={follow}>
      {children}
    </a>
  );
}
