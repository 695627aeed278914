import { BASE_PATH } from '@web/bff/contract/constants';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom';
import { CallError } from '#platform/api/call-error.ts';
import { reloads, watchForReloads } from '#platform/deploys/reloads.ts';
import { discardPrefetchedCalls } from '#platform/document/prefetched-calls.ts';
import { createRead } from '#platform/api/reads.ts';
import type { ScreenModule, ScreenRequest } from '#platform/screens/screen-module.ts';
import { sessionIsKnown } from '#platform/session/ask-session.ts';
import { may, mayLoad, notAllowed } from '#platform/session/session.ts';
import { developmentScreens } from './development-screens.ts';
import { Layout } from '../layout.tsx';
import { screens } from '../screens.ts';
import { isAboutSignIn, leadToSignIn } from '../session/lead-to-sign-in.ts';
import { sessionScreens } from '../session/session-screens.ts';
import { focusNextScreen } from './focus.ts';
import { PendingScreen } from './pending-screen.tsx';
import { RootError, RouteError } from './route-error.tsx';
import type { OwnView } from './failed-screen.tsx';
import type { AnyScreen } from './screen.ts';
import { type LoadedScreen, type Loading, ShownScreen } from './shown-screen.tsx';

const errorAndPending = { errorElement: <RouteError />, hydrateFallbackElement: <PendingScreen /> };

const notFound: RouteObject = {
  path: '*',
  ...errorAndPending,
  // Never rendered; without it, React Router warns.
  element: null,
  loader: async () => {
    throw new Response(null, { status: 404 });
  },
};

export function createAppRouter() {
  const table: readonly AnyScreen[] = [
    ...screens,
    ...(import.meta.env.SIGN_IN ? sessionScreens : []),
    ...(import.meta.env.DEV ? developmentScreens : []),
  ];
  const inLayout = (children: React.ReactNode) => <Layout>{children}</Layout>;
  let leaving = new AbortController();
  let entered: unknown;
  let isFirst = true;

  const router = createBrowserRouter(
    [
      {
        element: inLayout(<Outlet />),
        errorElement: inLayout(<RootError />),
        children: [...table.map(routeOf), notFound],
      },
    ],
    // With a slash at its end, so that links to the home screen carry the canonical address.
    { basename: `${BASE_PATH}/` },
  );
  watchForReloads(router);
  router.subscribe(({ navigation, location }) => {
    // One navigation can change the state several times.
    if (navigation.state === 'idle' || navigation.location === entered) return;
    entered = navigation.location;
    leaving.abort();
    leaving = new AbortController();
    discardPrefetchedCalls();
    if (navigation.location.pathname !== location.pathname) focusNextScreen();
  });
  return router;

  function routeOf(screen: AnyScreen): RouteObject {
    const { path, title } = screen;
    return {
      path,
      caseSensitive: true,
      ...errorAndPending,
      loader: ({ request, params }): Loading | Promise<Loading> => {
        // The first loader runs while the router is created.
        const isNavigation = entered !== undefined && router.state.navigation.state !== 'idle';
        const { signal } = leaving;
        const read = createRead(signal, !isNavigation);
        const loading = load(screen, { params, url: new URL(request.url), read }, signal, isNavigation);
        return isNavigation ? { loading } : loading;
      },
      element: <ShownScreen path={path} title={title} restoreScroll={restoreScroll} />,
    };
  }

  /** Not the router's own `lazy`: a chunk that failed to load would leave its screen blank, and would never be asked for again. */
  async function load(
    { title, permission, load }: AnyScreen,
    request: ScreenRequest,
    signal: AbortSignal,
    isNavigation: boolean,
  ): Promise<LoadedScreen> {
    let module: ScreenModule | undefined;
    try {
      if (permission && !mayLoad(permission)) throw notAllowed();
      module = await load();
      const data = (await module.loader?.(request)) ?? null;
      if (import.meta.env.SIGN_IN && permission && !may(permission)) {
        if (!mayLoad(permission)) throw notAllowed();
        void checkAgain(permission, signal);
      }
      reloads.screenLoaded(isFirst);
      isFirst = false;
      return { module, data };
    } catch (thrown) {
      const error = import.meta.env.SIGN_IN && permission && !mayLoad(permission) ? notAllowed() : thrown;
      const to = error instanceof Response && error.headers.get('location');
      // The first loader may throw while the router is created.
      const replace = (path: string) => router.navigate(path, { replace: true });
      if (to) void replace(to);
      else if (import.meta.env.SIGN_IN && !signal.aborted && isAboutSignIn(error)) {
        if (!(await leadToSignIn(replace, isNavigation))) throw error;
      }
      // What the page shows stays: it is about to go, or the person has left the screen.
      else if (!signal.aborted && !reloads.isReloading())
        throw withView(error, { ErrorView: module?.ErrorView, title, params: request.params });
      return new Promise<never>(() => {});
    }
  }

  /** The screen is shown before it is known who is there. A person who may not see it is led away then. */
  async function checkAgain(permission: string, signal: AbortSignal): Promise<void> {
    await sessionIsKnown().catch(() => {});
    if (!mayLoad(permission) && !signal.aborted) void router.revalidate();
  }

  /** The router has scrolled when the address changed; a placeholder may have been too short for that. */
  function restoreScroll(): void {
    const { restoreScrollPosition, location } = router.state;
    if (restoreScrollPosition) scrollTo(0, restoreScrollPosition);
    else if (location.hash)
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }
}

/** The error screen is loaded later, and takes the screen's own view from the error. */
const withView = (error: unknown, view: OwnView): unknown =>
  error instanceof CallError ? Object.assign(error, { view }) : error;
