import './button.css';
import type { ReactNode } from 'react';
import { ScreenLink } from './screen-link.tsx';

type Target =
  | {
      /** A screen's path, beneath the base path; what stands in it for a parameter is encoded (`encodeURIComponent`). */ readonly to: string;
      readonly href?: never;
    }
  | { /** An address outside the application. */ readonly href: string; readonly to?: never };

type Props = Target & {
  /** `primary` and `quiet` look like the buttons of that name. */
  readonly look?: 'text' | 'primary' | 'quiet';
  readonly children: ReactNode;
};

/** A link to a screen or to somewhere else. What it does is go somewhere; what does something is a `Button`. */
export function Link({ to, href, look = 'text', children }: Props) {
  const looks = look === 'text' ? {} : { className: 'button', 'data-look': look };
  if (to === undefined)
    return (
      <a href={href} rel="noreferrer" {...looks}>
        {children}
      </a>
    );
  return (
    <ScreenLink to={to} {...looks}>
      {children}
    </ScreenLink>
  );
}
