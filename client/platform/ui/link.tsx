import './button.css';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { ScreenLink } from './screen-link.tsx';

/** Either the path of a screen beneath the base path, with encoded parameters, or a URL outside of the application. */
type Target = { readonly to: string; readonly href?: never } | { readonly href: string; readonly to?: never };

type Props = Target &
  Omit<ComponentProps<'a'>, 'href' | 'ref'> & {
    /** `primary` and `quiet` make the link look like a `Button` of that variant. */
    readonly variant?: 'text' | 'primary' | 'quiet';
    /** Size of a link that looks like a button. */
    readonly size?: 'small';
  };

export function Link({ to, href, variant = 'text', size, ...anchor }: Props) {
  const attributes =
    variant === 'text'
      ? anchor
      : {
          ...anchor,
          className: classNames('button', anchor.className),
          'data-variant': variant,
          'data-size': size,
        };
  if (to !== undefined) return <ScreenLink to={to} {...attributes} />;
  return (
    <a href={href} rel="noreferrer" {...attributes}>
      {anchor.children}
    </a>
  );
}
