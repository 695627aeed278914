import { BASE_PATH } from '@web/bff/contract/constants';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom';
import { reloads, watchForReloads } from '#platform/deploys/reloads.ts';
import { discardPrefetchedCalls } from '#platform/document/prefetched-calls.ts';
import { may, notAllowed } from '#platform/session/session.ts';
import { developmentScreens } from '../development-screens.ts';
import { Layout } from '../layout.tsx';
import { screens } from '../screens.ts';
import { PendingScreen } from './pending-screen.tsx';
import { RootError, RouteError } from './route-error.tsx';
import type { Screen, ScreenModule } from './screen.ts';
import { TitledScreen } from './titled-screen.tsx';

const errorAndPending = { errorElement: <RouteError />, hydrateFallbackElement: <PendingScreen /> };

const notFound: RouteObject = {
  path: '*',
  ...errorAndPending,
  loader: async () => {
    throw new Response(null, { status: 404 });
  },
};

export function createAppRouter() {
  const table = import.meta.env.DEV ? [...screens, ...developmentScreens] : screens;
  const inLayout = (children: React.ReactNode) => <Layout>{children}</Layout>;
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
  router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') discardPrefetchedCalls();
  });
  return router;
}

/** Not the router's own `lazy`: a chunk that failed to load would leave its screen blank, and would never be asked for again. */
function routeOf({ path, title, permission, load }: Screen): RouteObject {
  let module: ScreenModule | undefined;
  const loaded = async (): Promise<ScreenModule> => {
    if (!may(permission)) throw notAllowed();
    try {
      return (module = await load());
    } catch (error) {
      // The page goes on showing what it shows, instead of an error screen for a moment.
      if (reloads.isReloading()) return new Promise<never>(() => {});
      throw error;
    }
  };
  const LoadedScreen = () => module && <module.Component />;
  return {
    path,
    caseSensitive: true,
    ...errorAndPending,
    loader: async (...args) => (await (await loaded()).loader?.(...args)) ?? null,
    element: (
      <TitledScreen title={title}>
        <LoadedScreen />
      </TitledScreen>
    ),
  };
}
