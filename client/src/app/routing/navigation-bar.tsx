import './navigation-bar.css';
import type { permissionsOf, Role } from '@web/bff/contract/permissions';
import { may } from '#platform/session/session.ts';
import { ScreenLink } from '#ui/screen-link.tsx';

interface Entry {
  /** A screen's path: `/things`, or `things.to()` of its address. */
  readonly to: string;
  readonly label: string;
  /** Who lacks it does not see the entry. */
  readonly permission: (typeof permissionsOf)[Role][number];
}

interface Props {
  /** For screen readers. */
  readonly label: string;
  readonly entries: readonly Entry[];
}

/** The navigation in the frame. The entry of the shown screen, or of the one that it lies beneath, is marked. */
export const NavigationBar = ({ label, entries }: Props) => (
  <nav className="navigation" aria-label={label}>
    {entries
      .filter(({ permission }) => may(permission))
      .map((entry) => (
        <ScreenLink key={entry.to} to={entry.to} marksSection>
          {entry.label}
        </ScreenLink>
      ))}
  </nav>
);
