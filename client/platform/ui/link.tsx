import './button.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ScreenLink } from './screen-link.tsx';

/** Either the path of a screen beneath the base path, with encoded parameters, or a URL outside of the application. */
type Target = { readonly to: string; readonly href?: never } | { readonly href: string; readonly to?: never };

type Props = Target & {
  /** `primary` and `quiet` make the link look like a `Button` of that variant. */
  readonly variant?: 'text' | 'primary' | 'quiet';
  /** Size of a link that looks like a button. */
  readonly size?: 'small';
  readonly className?: string;
  readonly children: ReactNode;
};

export function Link({ to, href, variant = 'text', size, className, children }: Props) {
  const attributes =
    variant === 'text'
      ? { className }
      : { className: classNames('button', className), 'data-variant': variant, 'data-size': size };
  if (to === undefined)
    return (
      <a href={href} rel="noreferrer" {...attributes}>
        {children}
      </a>
    );
  return (
    <ScreenLink to={to} {...attributes}>
      {children}
    </ScreenLink>
  );
}
