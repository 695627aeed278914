import './form.css';
import type { ComponentProps, ReactNode } from 'react';
import { Notice } from '#ui/notice.tsx';

interface Props extends ComponentProps<'form'> {
  /** An error of the whole form; announced when it appears. */
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
