import './form.css';
import type { ComponentProps, ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface Props extends ComponentProps<'form'> {
  /** What was wrong with the whole; announced when it appears. */
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

export function Form({ error, children, ...form }: Props) {
  return (
    <form className="form" {...form}>
      <Notice kind="error">{error}</Notice>
      {children}
    </form>
  );
}
