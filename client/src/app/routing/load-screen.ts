import { CallError } from '#platform/api/call-error.ts';
import { createRead } from '#platform/api/reads.ts';
import { reloads } from '#platform/deploys/reloads.ts';
import type { ScreenModule, ScreenRequest } from '#platform/screens/screen-module.ts';
import { sessionIsKnown } from '#platform/session/ask-session.ts';
import { endIsOver, knownSession, sessionHasEnded } from '#platform/session/known-session.ts';
import { may, mayLoad, notAllowed } from '#platform/session/session.ts';
import { currentPath, signInPath, signInScreen, signInUrl } from '#platform/session/sign-in.ts';
import type { AnyScreen } from './screen.ts';

export interface LoadedScreen {
  readonly module: ScreenModule;
  readonly data: unknown;
}

/** Why a screen is loaded, and what its loader can do to the router. */
interface Visit extends Omit<ScreenRequest, 'read'> {
  /** Aborts when the user leaves the screen. */
  readonly signal: AbortSignal;
  /** False for the first screen, and if the shown screen is read again. */
  readonly isNavigation: boolean;
  readonly replace: (path: string) => Promise<void>;
  readonly revalidate: () => Promise<void>;
}

let isFirst = true;

/**
 * Loads the module and the data of a screen. Never settles if another page or screen is about to take its place, so that what is shown stays.
 *
 * Not the router's own `lazy`, which leaves the screen of a failed chunk blank, and never loads it again.
 */
export async function loadScreen(screen: AnyScreen, visit: Visit): Promise<LoadedScreen> {
  const { title, permission } = screen;
  const { params, url, signal, isNavigation } = visit;
  const read = createRead(signal, !isNavigation);
  let module: ScreenModule | undefined;
  try {
    if (permission && !mayLoad(permission)) throw notAllowed();
    module = await screen.load();
    const data = (await module.loader?.({ params, url, read })) ?? null;
    if (import.meta.env.SIGN_IN && permission && !may(permission)) {
      if (!mayLoad(permission)) throw notAllowed();
      void revalidateOnceKnown(permission, visit);
    }
    reloads.screenLoaded(isFirst);
    isFirst = false;
    return { module, data };
  } catch (thrown) {
    const error = import.meta.env.SIGN_IN && permission && !mayLoad(permission) ? notAllowed() : thrown;
    if (await isReplaced(error, visit)) return new Promise<never>(() => {});
    // The error screen shows the screen's own view.
    throw error instanceof CallError
      ? Object.assign(error, { view: { ErrorView: module?.ErrorView, title, params } })
      : error;
  }
}

/** A screen is shown before the session is known. Loads it again then if the user may not see it. */
async function revalidateOnceKnown(permission: string, { signal, revalidate }: Visit): Promise<void> {
  await sessionIsKnown().catch(() => {});
  if (!mayLoad(permission) && !signal.aborted) void revalidate();
}

/** Returns true if no error is shown, because the user leaves the screen. */
async function isReplaced(error: unknown, { signal, replace, isNavigation }: Visit): Promise<boolean> {
  if (signal.aborted || reloads.isReloading()) return true;
  // Not left to the router: a navigation does not wait for this loader.
  const redirectTo = error instanceof Response && error.headers.get('location');
  if (redirectTo) void replace(redirectTo);
  else if (!import.meta.env.SIGN_IN || !isAboutSignIn(error)) return false;
  // The session has ended while a screen was shown, which stays until the user has signed in again.
  else if (knownSession()) return sessionHasEnded() && ((await endIsOver()) || !isNavigation);
  else await goToSignIn(replace);
  return true;
}

const isAboutSignIn = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.problem.code === 'not-signed-in' || (error.problem.code === 'not-allowed' && !knownSession()));

/** Goes to sign-in, which leads back to the address that is shown. */
async function goToSignIn(replace: (path: string) => Promise<void>): Promise<void> {
  // The router enters a screen before it is loaded. Sign-in takes its place, so that Back does not lead to sign-in again.
  await new Promise((resolve) => setTimeout(resolve));
  const to = currentPath();
  if (signInScreen) await replace(signInPath(to));
  else location.replace(signInUrl(to));
}
