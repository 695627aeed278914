import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Link, parsePath, useLocation } from 'react-router-dom';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'ref'> {
  /** A screen's path beneath the base path; parameters in it are encoded (`encodeURIComponent`). */
  readonly to: string;
  /**
   * For an entry of a navigation, which is marked whatever the search parameters are: true marks it on the screens beneath it, too. Other
   * links are marked where path and search are theirs.
   */
  readonly marksSection?: boolean;
}

/** A link to a screen, without styles. A link to the current screen is marked (`aria-current`). */
export function ScreenLink({ to, marksSection, ...anchor }: Props) {
  const element = useRef<HTMLAnchorElement>(null);
  const { pathname, search } = useLocation();
  // Not an attribute that React renders: the frame is prerendered for all addresses alike, and hydrated as it is.
  useLayoutEffect(() => {
    const { pathname: path = '', search: query = '' } = parsePath(to);
    const isPage = pathname === path && (marksSection !== undefined || search === query);
    const isWithin = marksSection && pathname.startsWith(`${path}/`);
    if (element.current) element.current.ariaCurrent = isPage ? 'page' : isWithin ? 'true' : null;
  }, [pathname, search, to, marksSection]);
  return <Link {...anchor} to={to} ref={element} />;
}
