import { useSyncExternalStore } from 'react';
import { permissionsOf, type Role } from '@web/bff/platform/contract/product/permissions';
import type { SessionState } from '@web/bff/platform/contract/session/session-state';
import type { Session } from '@web/bff/platform/contract/product/session';
import { screens as messages } from '#platform/messages/first-load.ts';
import { CallError } from '#platform/api/call-error.ts';
import { type KnownSession, knownSession, subscribeToSession } from './known-session.ts';

const hasPermission = (session: KnownSession, permission: string): boolean =>
  (permissionsOf as Readonly<Record<string, readonly string[]>>)[session?.role ?? 'anonymous']?.includes(
    permission,
  ) ?? false;

type Permission = (typeof permissionsOf)[Role][number];

/** True if the user has the permission. For display only: the BFF checks every call. Use `useCan` in a component. */
export const can = (permission: Permission): boolean =>
  hasPermission(import.meta.env.SIGN_IN ? knownSession() : null, permission);

/** True if the user has the permission, or the session is still unknown. */
export const canLoad: (permission: string) => boolean = import.meta.env.SIGN_IN
  ? (permission) => knownSession() === undefined || can(permission as Permission)
  : (can as (permission: string) => boolean);

/** Returns the session: null if anonymous, undefined until known, as in the prerendered layout. */
export const useSession = () =>
  useSyncExternalStore(subscribeToSession, knownSession, () => undefined) as
    | SessionState<Session extends { readonly user: infer P } ? P : never, Exclude<Role, 'anonymous'>>
    | null
    | undefined;

const useCanInSession = (): ((permission: Permission) => boolean) => {
  const session = useSession();
  return (permission) => hasPermission(session, permission);
};

/** Returns `can`, and rerenders when the user signs in or out. */
export const useCan: () => (permission: Permission) => boolean = import.meta.env.SIGN_IN
  ? useCanInSession
  : () => can;

export const notAllowed = () => new CallError({ code: 'not-allowed', status: 403, ...messages.notAllowed });
