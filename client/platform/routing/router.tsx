import { lazy, type ReactNode, Suspense } from 'react';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { createBrowserRouter, type Location, Outlet, type RouteObject } from 'react-router-dom';
import { screens as messages } from '#platform/messages/first-load.ts';
import { watchForReloads } from '#platform/deploys/reloads.ts';
import { discardPrefetchedCalls } from '#platform/document/bootstrap-data.ts';
import { paramsOf } from '#platform/document/match-screen.ts';
import { Layout } from '#platform/product/layout.ts';
import { screens } from '#platform/product/screens.ts';
import { sessionScreens } from '#platform/session/views/session-screens.ts';
import { focusNextScreen } from './focus.ts';
import { fragmentTarget } from './fragment-target.ts';
import { type LoadedScreen, loadScreen } from './load-screen.ts';
import { PendingScreen } from './pending-screen.tsx';
import type { AnyScreen } from './screen.ts';
import { type Loading, ShownScreen } from './shown-screen.tsx';

const gallery = () => import('#platform/gallery/gallery-screen.tsx');
const table: readonly AnyScreen[] = [
  ...screens,
  ...(import.meta.env.SIGN_IN ? sessionScreens : []),
  ...(import.meta.env.DEV ? [{ path: '/gallery', title: 'Gallery', load: gallery } as const] : []),
];

export function createAppRouter() {
  let entered: Location | undefined;
  // Aborts when the user leaves the screen. The router's own signal no longer aborts once the loader has returned promises that are still pending.
  let leaving = new AbortController();
  let shown: LoadedScreen | undefined;

  const routeOf = (screen: AnyScreen): RouteObject => ({
    path: screen.path,
    caseSensitive: true,
    ...errorAndPending,
    element: <ShownScreen path={screen.path} title={screen.title} restoreScroll={restoreScroll} />,
    loader: ({ request }): Loading | Promise<Loading> => {
      const url = new URL(request.url);
      // The first loader runs before `router` is assigned.
      const isNavigation = entered !== undefined && router.state.navigation.state !== 'idle';
      const { signal } = leaving;
      const loading = loadScreen(screen, {
        params: paramsOf(screen.path, url.pathname.slice(BASE_PATH.length)),
        url,
        signal,
        isNavigation,
        shown,
        replace: (path) => router.navigate(path, { replace: true }),
        revalidate: () => router.revalidate(),
      });
      loading.then(
        (loaded) => signal.aborted || (shown = loaded),
        () => {},
      );
      return isNavigation ? { loading } : loading;
    },
  });
  /** Scrolls again, because the placeholder may have been too short for the router's own attempt. */
  function restoreScroll(): void {
    const { restoreScrollPosition, location } = router.state;
    if (restoreScrollPosition) scrollTo(0, restoreScrollPosition);
    else fragmentTarget(location.hash)?.scrollIntoView();
  }

  const router = createBrowserRouter(
    [
      {
        element: inLayout(<Outlet />),
        errorElement: inLayout(<RootError />),
        children: [...table.map(routeOf), notFound],
      },
    ],
    // The trailing slash makes links to the home screen canonical.
    { basename: `${BASE_PATH}/` },
  );
  watchForReloads(router);
  router.subscribe(({ navigation, location }) => {
    if (navigation.state === 'idle' || navigation.location === entered) return;
    entered = navigation.location;
    leaving.abort();
    leaving = new AbortController();
    shown = undefined;
    discardPrefetchedCalls();
    if (navigation.location.pathname !== location.pathname) focusNextScreen();
  });
  return router;
}

const inLayout = (children: ReactNode) => <Layout>{children}</Layout>;

const ErrorScreen = lazy(() => import('./deferred.ts').then(({ ErrorScreen }) => ({ default: ErrorScreen })));
const errorAndPending = {
  errorElement: (
    <Suspense>
      <ErrorScreen />
    </Suspense>
  ),
  hydrateFallbackElement: <PendingScreen />,
};

/** Shown if not even the error screen can be loaded. */
const RootError = () => (
  <p role="alert">
    {messages.broken.heading}.{' '}
    <button type="button" onClick={() => location.reload()}>
      {messages.broken.reload}
    </button>
  </p>
);

const notFound: RouteObject = {
  path: '*',
  ...errorAndPending,
  // Never rendered; avoids a warning of React Router.
  element: null,
  loader: async () => {
    throw new Response(null, { status: 404 });
  },
};
