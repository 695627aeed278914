import './navigation-bar.css';
import type { permissionsOf, Role } from '@web/bff/platform/contract/product/permissions';
import { useLocation } from 'react-router-dom';
import { useCan, useSession } from '#platform/session/session.ts';
import { classNames } from '#platform/ui/class-names.ts';
import { ScreenLink } from '#platform/ui/screen-link.tsx';

interface Entry {
  /** Path of a screen: `/things` or `things.to()`. */
  readonly to: string;
  readonly label: string;
  /** Hides the entry from users without this permission. */
  readonly permission: (typeof permissionsOf)[Role][number];
}

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly entries: readonly Entry[];
}

/** Renders the layout's navigation. Marks the entry of the current screen or, if the screen has no entry, of its nearest parent. */
export function NavigationBar({ label, className, entries }: Props) {
  const can = useCan();
  const { pathname } = useLocation();
  const isWithin = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  const nearest = entries
    .map(({ to }) => to)
    .filter(isWithin)
    .toSorted((one, other) => other.length - one.length)[0];
  return (
    <nav className={classNames('navigation', className)} aria-label={label}>
      {entries.map(({ to, label, permission }) =>
        can(permission) ? (
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

/** Reserves space for an entry until the session is known. */
const PendingEntry = ({ label }: { readonly label: string }) =>
  useSession() === undefined && <span className="pending-entry">{label}</span>;
