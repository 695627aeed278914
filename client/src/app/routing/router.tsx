import { BASE_PATH } from '@web/bff/contract/constants';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom';
import { build } from '#platform/deploys/build.ts';
import { discardPrefetchedCall } from '#platform/document/prefetched-call.ts';
import { may, notAllowed } from '#platform/session/session.ts';
import { createReloadOnce } from '#platform/deploys/reload-once.ts';
import { PendingScreen } from './pending-screen.tsx';
import { developmentScreens } from '../development-screens.ts';
import { Layout } from '../layout.tsx';
import type { Screen, ScreenModule } from './screen.ts';
import { screens } from '../screens.ts';
import { TitledScreen } from './titled-screen.tsx';
import { RootError, RouteError } from './route-error.tsx';

const notFound: RouteObject = {
  path: '*',
  errorElement: <RouteError />,
  hydrateFallbackElement: <PendingScreen />,
  loader: async () => {
    throw new Response(null, { status: 404 });
  },
};
const rows = import.meta.env.DEV ? [...screens, ...developmentScreens] : screens;

/** The application's router; with it, the one reload that a tab from before a deploy gets. */
export function createAppRouter() {
  const reloadOnce = createReloadOnce({
    key: `${BASE_PATH.slice(1)}:reloaded-for`,
    build: build ?? '',
    storage: () => sessionStorage,
    reload: () => {
      // The screen that failed to load is where the person wanted to be.
      const wanted = router.state.navigation.location;
      if (wanted) location.assign(router.createHref(wanted));
      else location.reload();
    },
  });
  // Without a network the page would be gone, too.
  addEventListener('vite:preloadError', () => void (navigator.onLine && reloadOnce.chunkFailed()));

  // Not the router's own `lazy`: a chunk that failed to load would leave its screen blank, and never be asked for again.
  const routeOf = ({ path, title, permission, load }: Screen): RouteObject => {
    let loaded: ScreenModule | undefined;
    const screen = async (): Promise<ScreenModule> => {
      if (!may(permission)) throw notAllowed();
      try {
        return (loaded = await load());
      } catch (error) {
        // Keeps what is shown until the page is gone, rather than flashing the error screen.
        if (reloadOnce.isReloading()) return new Promise<never>(() => {});
        throw error;
      }
    };
    const Loaded = () => loaded && <loaded.Component />;
    return {
      path,
      caseSensitive: true,
      errorElement: <RouteError />,
      hydrateFallbackElement: <PendingScreen />,
      loader: async (...given) => (await (await screen()).loader?.(...given)) ?? null,
      action: async (...given) => (await screen()).action?.(...given) ?? new Response(null, { status: 405 }),
      element: (
        <TitledScreen title={title}>
          <Loaded />
        </TitledScreen>
      ),
    };
  };

  const router = createBrowserRouter(
    [
      {
        element: (
          <Layout>
            <Outlet />
          </Layout>
        ),
        errorElement: (
          <Layout>
            <RootError />
          </Layout>
        ),
        children: [...rows.map(routeOf), notFound],
      },
    ],
    // With its slash, so that links home carry the canonical address.
    { basename: `${BASE_PATH}/` },
  );

  let isFirst = true;
  router.subscribe(({ initialized, navigation, errors }) => {
    if (navigation.state !== 'idle') discardPrefetchedCall();
    if (!initialized || navigation.state !== 'idle' || errors) return;
    reloadOnce.screenLoaded(isFirst);
    isFirst = false;
  });
  return router;
}
