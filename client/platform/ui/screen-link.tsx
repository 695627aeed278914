import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Link, parsePath, useLocation } from 'react-router-dom';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'ref'> {
  /** Keeps the scroll position: for a link that changes only a part of the screen. */
  readonly preventScrollReset?: boolean;
  /** Path of a screen beneath the base path, with encoded parameters. */
  readonly to: string;
  /** Omit it to set `aria-current` only at the same search parameters; false: at any search parameters; true: also on screens beneath `to`. */
  readonly marksSection?: boolean;
}

/** An unstyled link to a screen. Sets `aria-current` on a link to the current screen. */
export function ScreenLink({ to, marksSection, ...anchor }: Props) {
  const element = useRef<HTMLAnchorElement>(null);
  const { pathname, search } = useLocation();
  // Sets `aria-current` in an effect, because the prerendered layout is the same at all addresses.
  useLayoutEffect(() => {
    const { pathname: path = '', search: query = '' } = parsePath(to);
    const isPage = pathname === path && (marksSection !== undefined || search === query);
    const isWithin = marksSection && pathname.startsWith(`${path}/`);
    if (element.current) element.current.ariaCurrent = isPage ? 'page' : isWithin ? 'true' : null;
  }, [pathname, search, to, marksSection]);
  return <Link {...anchor} to={to} ref={element} />;
}
