import './form.css';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#platform/ui/class-names.ts';
import { Notice } from '#platform/ui/notice.tsx';

interface Props extends ComponentProps<'form'> {
  /** Error of the whole form, announced when it appears. */
  readonly error?: ReactNode;
  readonly children: ReactNode;
}

export function Form({ error, className, children, ...form }: Props) {
  return (
    <form className={classNames('form', className)} {...form}>
      <Notice kind="error">{error}</Notice>
      {children}
    </form>
  );
}
