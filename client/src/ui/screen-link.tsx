import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** A screen's path, beneath the base path. */
  readonly to: string;
}

/** A bare link to a screen, for those that look like nothing else. The router's own carries what its framework mode needs: 3 kB. */
export function ScreenLink({ to, children, ...anchor }: Props) {
  return (
    <a {...anchor} href={useHref(to)} onClick={useLinkClickHandler(to)}>
      {children}
    </a>
  );
}
