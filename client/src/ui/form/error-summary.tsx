import './form.css';
import { type MouseEvent, type Ref, useId } from 'react';

interface Props {
  readonly heading: string;
  readonly entries: readonly {
    readonly text: string;
    readonly field?: { readonly id: string; readonly goTo: () => void };
  }[];
  readonly ref?: Ref<HTMLElement>;
}

/** The errors of a form in one place, with links to their fields. It can take the focus. */
export function ErrorSummary({ heading, entries, ref }: Props) {
  const id = useId();
  const linkTo = (text: string, { id, goTo }: NonNullable<Props['entries'][number]['field']>) => {
    const follow = (event: MouseEvent): void => {
      event.preventDefault();
      goTo();
    };
    return (
      <a href={`#${id}`} onClick={follow}>
        {text}
      </a>
    );
  };
  return (
    <section className="error-summary" aria-labelledby={id} tabIndex={-1} ref={ref}>
      <p id={id}>{heading}</p>
      <ul>
        {entries.map(({ text, field }) => (
          <li key={text}>{field ? linkTo(text, field) : text}</li>
        ))}
      </ul>
    </section>
  );
}
