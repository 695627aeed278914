import { CallError } from '#platform/api/call-error.ts';
import { endIsOver, knownSession, sessionHasEnded } from '#platform/session/known-session.ts';
import { currentPath, signInPath, signInScreen, signInUrl } from '#platform/session/sign-in.ts';

/** Whether a screen cannot be shown because no person is signed in, or no longer. */
export const isAboutSignIn = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.problem.code === 'not-signed-in' || (error.problem.code === 'not-allowed' && !knownSession()));

/**
 * Leads to sign-in, and from there back to the screen that the person wants. Where a session has ended under their hands, the page
 * stays, and its loaders run again after sign-in. Resolves with false if the person does not sign in: then a new screen has nothing to show.
 */
export async function leadToSignIn(
  replace: (path: string) => Promise<void>,
  isNavigation: boolean,
): Promise<boolean> {
  if (knownSession()) return sessionHasEnded() && ((await endIsOver()) || !isNavigation);
  // The router enters a screen before it is loaded. Sign-in takes its place, so that Back does not lead to sign-in again.
  await new Promise((resolve) => setTimeout(resolve));
  const to = currentPath();
  if (signInScreen) await replace(signInPath(to));
  else location.replace(signInUrl(to));
  return true;
}
