import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useLocation } from 'react-router-dom';
import { FieldErrors } from '#platform/forms/elements/field.tsx';

type FieldError = { readonly pointer: string; readonly detail: string };
interface Props {
  /** Path of the screen to search. */
  readonly to: string;
  /** Problem of the call that received the search parameters. Shows its errors at their fields, and focuses the first. */
  readonly problem?: { readonly detail: string; readonly errors?: readonly FieldError[] } | undefined;
  /** A button, and fields whose `defaultValue` is from the address. */
  readonly children: ReactNode;
}

/** A form whose fields become search parameters. Its fields follow the address, also after Back. */
export function SearchForm({ to, problem, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current !== search) form.current?.reset();
    shown.current = search;
  }, [search]);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  const errors = new Map(problem?.errors?.map((error) => [error.pointer.split('/')[1] ?? '', error.detail]));
  return (
    <search>
      <Form className="form" action={to} ref={form}>
        <FieldErrors value={errors}>{children}</FieldErrors>
      </Form>
    </search>
  );
}
