import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useLocation } from 'react-router-dom';

interface Props {
  /** The path of the screen that is searched. */
  readonly to: string;
  /** Fields whose `defaultValue` is what the address says, and a button. */
  readonly children: ReactNode;
}

/** A form whose fields become the search parameters of an address. After Back its fields say what that address says. */
export function SearchForm({ to, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current !== search) form.current?.reset();
    shown.current = search;
  }, [search]);
  return (
    <search>
      <Form className="form" action={to} ref={form}>
        {children}
      </Form>
    </search>
  );
}
