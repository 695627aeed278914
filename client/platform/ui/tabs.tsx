import './tabs.css';
import type { ReactNode } from 'react';
import { ScreenLink } from './screen-link.tsx';

interface Props {
  readonly label: string;
  readonly entries: readonly { readonly to: string; readonly label: ReactNode }[];
}

/** Links to the views of an entity. Each view has an address, so that Back, reloads and links work. Marks the current view. */
export const Tabs = ({ label, entries }: Props) => (
  <nav className="tabs" aria-label={label}>
    {entries.map((entry) => (
      <ScreenLink key={entry.to} to={entry.to}>
        {entry.label}
      </ScreenLink>
    ))}
  </nav>
);
