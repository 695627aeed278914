import type { ReactNode } from 'react';
import { type AnyProblem, CallError } from '#platform/api/call-error.ts';
import { loadScript } from '#platform/api/load-script.ts';
import { createRead } from '#platform/api/reads.ts';
import { reloads } from '#platform/deploys/reloads.ts';
import type { SearchProblem } from '#platform/screens/refused-search.ts';
import type { ScreenModule, ScreenRequest } from '#platform/screens/screen-module.ts';
import { sessionIsKnown } from '#platform/session/fetch-session.ts';
import { waitForNewSession, knownSession, sessionHasEnded } from '#platform/session/known-session.ts';
import { can, canLoad, notAllowed } from '#platform/session/session.ts';
import { currentPath, signInPath, signInScreen, signInUrl } from '#platform/session/sign-in.ts';
import { isTemporary } from '#platform/ui/is-temporary.ts';
import type { AnyScreen, Screen } from './screen.ts';

export interface LoadedScreen {
  readonly module: ScreenModule;
  readonly data: unknown;
  readonly params: ScreenRequest['params'];
  /** Problem of the call that has refused the search. `data` is then null. */
  readonly refused?: SearchProblem;
  /** Shown if the last refetch failed, because the data may be out of date. */
  readonly notice?: ReactNode;
}

interface Visit extends Omit<ScreenRequest, 'read'> {
  /** Aborts when the user leaves the screen. */
  readonly signal: AbortSignal;
  /** False for the first screen and for a revalidation. */
  readonly isNavigation: boolean;
  /** For a refetch, the screen that is currently shown. The screen stays if the refetch fails temporarily. */
  readonly shown: LoadedScreen | undefined;
  readonly replace: (path: string) => Promise<void>;
  readonly revalidate: () => Promise<void>;
}

let isFirst = true;

/**
 * Loads a screen's module and data. If loading fails and the error must not be shown (`isReplaced`), the promise stays pending. Used instead of the
 * router's `lazy`, with which the screen would be blank while it loads, and a failed chunk would never be retried.
 */
export async function loadScreen(screen: AnyScreen, visit: Visit): Promise<LoadedScreen> {
  const { title, permission } = screen;
  const { params, url, signal, isNavigation } = visit;
  const read = createRead(signal, !isNavigation);
  let module: ScreenModule | undefined;
  try {
    if (permission && !canLoad(permission)) throw notAllowed();
    module = await loadModule(screen, signal);
    const loaded = (await module.loader?.({ params, url, read })) ?? null;
    if (import.meta.env.SIGN_IN && permission && !can(permission as Screen['permission'])) {
      if (!canLoad(permission)) throw notAllowed();
      // The session is not known yet. If the user turns out to lack the permission, reload the screen.
      const recheck = () => (canLoad(permission) || signal.aborted ? undefined : visit.revalidate());
      void sessionIsKnown().then(recheck, recheck);
    }
    reloads.screenLoaded(isFirst);
    isFirst = false;
    if (loaded instanceof CallError) return { module, data: null, params, refused: loaded.problem };
    return { module, data: loaded, params };
  } catch (thrown) {
    const error = import.meta.env.SIGN_IN && permission && !canLoad(permission) ? notAllowed() : thrown;
    if (await isReplaced(error, visit)) return new Promise<never>(() => {});
    if (visit.shown && error instanceof CallError && isTemporary(error.problem))
      return { ...visit.shown, notice: await staleNotice(error.problem) };
    throw error instanceof CallError
      ? Object.assign(error, { view: { ErrorView: module?.ErrorView, title, params } })
      : error;
  }
}

/** If the page's build has been replaced, reloads the page, whose address is already the screen's. */
const loadModule = (screen: AnyScreen, signal: AbortSignal): Promise<ScreenModule> =>
  loadScript(screen.load).catch((error: unknown) => {
    const isOutdated = error instanceof CallError && error.problem.code === 'new-version';
    if (isOutdated && !signal.aborted) reloads.chunkMissing();
    throw error;
  });

const staleNotice = (problem: AnyProblem) =>
  import('./deferred.ts').then(({ staleNotice }) => staleNotice(problem));

/** Returns true if the error must not be shown, because this screen is being replaced, or the previous screen stays. */
async function isReplaced(error: unknown, { signal, replace, isNavigation }: Visit): Promise<boolean> {
  if (signal.aborted || reloads.isReloading()) return true;
  // Follows the loader's redirect here. The router cannot, because a navigation does not wait for the loader.
  const redirectTo = error instanceof Response && error.headers.get('location');
  if (redirectTo) void replace(redirectTo);
  else if (!import.meta.env.SIGN_IN || !isAboutSignIn(error)) return false;
  // If the session has ended, the current screen stays until the user has signed in again.
  else if (knownSession()) return sessionHasEnded() && ((await waitForNewSession()) || !isNavigation);
  else await goToSignIn(replace);
  return true;
}

const isAboutSignIn = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.problem.status === 401 || (error.problem.code === 'not-allowed' && !knownSession()));

/** Navigates to sign-in. After sign-in, the user returns to the current address. */
async function goToSignIn(replace: (path: string) => Promise<void>): Promise<void> {
  // Waits until the router has pushed the screen's history entry. Sign-in must replace this entry, not the previous one.
  await new Promise((resolve) => setTimeout(resolve));
  const to = currentPath();
  if (signInScreen) await replace(signInPath(to));
  else location.replace(signInUrl(to));
}
