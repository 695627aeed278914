import './pending-entry.css';
import { useSession } from '#platform/session/session.ts';

/** Keeps the place of an entry of the navigation that needs a session, until it is known who is there. */
export const PendingEntry = ({ label }: { readonly label: string }) =>
  useSession() === undefined && <span className="pending-entry">{label}</span>;
