import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'ref'> {
  /** A screen's path, beneath the base path; what stands in it for a parameter is encoded (`encodeURIComponent`). */
  readonly to: string;
}

/**
 * A bare link to a screen, for those that look like nothing else; to the current one, it says so. The router's own carries what its
 * framework mode needs: 3 kB.
 */
export function ScreenLink({ to, children, ...anchor }: Props) {
  const element = useRef<HTMLAnchorElement>(null);
  const { pathname } = useLocation();
  // Not as an attribute of React's: the build draws the frame for all addresses alike, and React takes it over as it is.
  useLayoutEffect(() => {
    if (element.current) element.current.ariaCurrent = pathname === to ? 'page' : null;
  }, [pathname, to]);
  return (
    <a {...anchor} ref={element} href={useHref(to)} onClick={useLinkClickHandler(to)}>
      {children}
    </a>
  );
}
