import './form.css';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#platform/ui/class-names.ts';
import { Notice } from '#platform/ui/notice.tsx';

interface Props extends ComponentProps<'form'> {
  /** Error of the whole form, announced when it appears. */
  readonly error?: ReactNode;
  readonly children: ReactNode;
}

/** A form whose `onSubmit` sends it. POST keeps the input out of the address if an extension, or a page without scripts, submits the form natively. */
export function Form({ error, className, children, ...form }: Props) {
  return (
    <form className={classNames('form', className)} method="post" {...form}>
      <Notice kind="error">{error}</Notice>
      {children}
    </form>
  );
}
