import './back-link.css';
import type { ReactNode } from 'react';
import { ScreenLink } from './screen-link.tsx';

interface Props {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to the parent screen, above the heading of `Page`. */
export const BackLink = ({ to, children }: Props) => (
  <ScreenLink className="back-link" to={to}>
    {children}
  </ScreenLink>
);
