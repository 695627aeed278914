import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useLocation } from 'react-router-dom';

interface Props {
  /** Path of the screen to search. */
  readonly to: string;
  /** A button, and fields whose `defaultValue` is from the address. */
  readonly children: ReactNode;
}

/** A form whose fields become search parameters. Its fields follow the address, also after Back. */
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
