import { useSyncExternalStore } from 'react';
import { permissionsOf } from '@web/bff/contract/permissions';
import type { SessionState } from '@web/bff/contract/kit/session/session-state';
import type { Session } from '@web/bff/contract/session';
import { messages } from '#messages/platform/screens.ts';
import { CallError } from '#platform/api/call-error.ts';
import { type KnownSession, knownSession, subscribeToSession } from './known-session.ts';

type Person = Session extends { readonly person: infer P } ? P : never;

const mayAs = (session: KnownSession, permission: string): boolean =>
  (permissionsOf as Readonly<Record<string, readonly string[]>>)[session?.role ?? 'anonymous']?.includes(
    permission,
  ) ?? false;

/** Whether the person who is signed in may do it. The BFF alone decides, with every call. In a component: `useMay`. */
export const may = (permission: string): boolean =>
  mayAs(import.meta.env.SIGN_IN ? knownSession() : null, permission);

/** Whether a screen is loaded: also until it is known who is there, because the BFF alone decides. */
export const mayLoad: (permission: string) => boolean = import.meta.env.SIGN_IN
  ? (permission) => knownSession() === undefined || may(permission)
  : may;

/** Who is signed in: null if anonymous, undefined until it is known, as in the prerendered frame. */
export const useSession = () =>
  useSyncExternalStore(subscribeToSession, knownSession, () => undefined) as
    | SessionState<Person>
    | null
    | undefined;

const useMayAs = (): ((permission: string) => boolean) => {
  const session = useSession();
  return (permission) => mayAs(session, permission);
};

/** `may` for a component, which is rendered again when a person signs in or out. */
export const useMay: () => (permission: string) => boolean = import.meta.env.SIGN_IN ? useMayAs : () => may;

/** The error for a screen that the person's role may not see. */
export const notAllowed = () =>
  new CallError({
    code: 'not-allowed',
    status: 403,
    ...messages.notAllowed,
  });
