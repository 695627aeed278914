import { type ComponentProps, useDeferredValue } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** A screen's path, beneath the base path; what stands in it for a parameter is encoded (`encodeURIComponent`). */
  readonly to: string;
}

/**
 * A bare link to a screen, for those that look like nothing else; to the current one, it says so. The router's own carries what its
 * framework mode needs: 3 kB.
 */
export function ScreenLink({ to, children, ...anchor }: Props) {
  // Not at once: the build draws the frame for all addresses alike, and React takes it over as it is.
  const current = useDeferredValue(useLocation().pathname, '');
  return (
    <a
      {...anchor}
      href={useHref(to)}
      onClick={useLinkClickHandler(to)}
      aria-current={current === to ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
