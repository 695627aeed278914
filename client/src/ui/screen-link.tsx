import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'ref'> {
  /** A screen's path beneath the base path; parameters in it are encoded (`encodeURIComponent`). */
  readonly to: string;
  /** Whether it is marked on the screens beneath it, too. */
  readonly marksSection?: boolean;
}

/** A link to a screen, without styles. A link to the current screen is marked (`aria-current`). */
export function ScreenLink({ to, marksSection, ...anchor }: Props) {
  const element = useRef<HTMLAnchorElement>(null);
  const { pathname } = useLocation();
  // Not an attribute that React renders: the frame is prerendered for all addresses alike, and hydrated as it is.
  useLayoutEffect(() => {
    const [path = ''] = to.split('?');
    const isWithin = marksSection && pathname.startsWith(`${path}/`);
    if (element.current) element.current.ariaCurrent = pathname === path ? 'page' : isWithin ? 'true' : null;
  }, [pathname, to, marksSection]);
  return <Link {...anchor} to={to} ref={element} />;
}
