import './form.css';
import type { ComponentProps, ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface Props extends ComponentProps<'form'> {
  /** What was wrong with the whole; announced when it appears. */
  readonly fault?: string | undefined;
  readonly children: ReactNode;
}

export function Form({ fault, children, ...form }: Props) {
  return (
    <form className="form" {...form}>
      <Notice kind="bad">{fault}</Notice>
      {children}
    </form>
  );
}
