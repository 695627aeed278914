import './navigation-bar.css';
import type { permissionsOf, Role } from '@web/bff/contract/permissions';
import { useLocation } from 'react-router-dom';
import { useMay, useSession } from '#platform/session/session.ts';
import { classNames } from '#ui/class-names.ts';
import { ScreenLink } from '#ui/screen-link.tsx';

interface Entry {
  /** A screen's path: `/things`, or `things.to()` of its address. */
  readonly to: string;
  readonly label: string;
  /** Who lacks it does not see the entry. */
  readonly permission: (typeof permissionsOf)[Role][number];
}

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly entries: readonly Entry[];
}

/** The navigation in the frame. The entry of the shown screen, or of the one that it lies beneath, is marked. */
export function NavigationBar({ label, className, entries }: Props) {
  const may = useMay();
  const { pathname } = useLocation();
  const isWithin = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  const nearest = entries
    .map(({ to }) => to)
    .filter(isWithin)
    .toSorted((one, other) => other.length - one.length)[0];
  return (
    <nav className={classNames('navigation', className)} aria-label={label}>
      {entries.map(({ to, label, permission }) =>
        may(permission) ? (
          <ScreenLink key={to} to={to} marksSection={to === nearest}>
            {label}
          </ScreenLink>
        ) : (
          import.meta.env.SIGN_IN && <PendingEntry key={to} label={label} />
        ),
      )}
    </nav>
  );
}

/** Keeps the place of an entry that needs a session, until it is known who is there. */
const PendingEntry = ({ label }: { readonly label: string }) =>
  useSession() === undefined && <span className="pending-entry">{label}</span>;
