import { BASE_PATH } from '@web/bff/contract/constants';
import type { createBrowserRouter } from 'react-router-dom';
import { unsaved } from '#platform/forms/unsaved.ts';
import { build } from './build.ts';
import { createReloads } from './create-reloads.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'subscribe' | 'createHref' | 'state'>;

export const reloads = createReloads({
  build: build(),
  key: `${BASE_PATH.slice(1)}:reloaded-for`,
  storage: () => sessionStorage,
  isUnsaved: unsaved.isAny,
  isHidden: () => document.hidden,
  reload: (url = location.href) => {
    // Going back has changed the address already; the same address with a fragment would not load.
    if (new URL(url, location.href).href === location.href) location.reload();
    else location.assign(url);
  },
});

/** Tells `reloads` of what happens in the page. To be called once. */
export function watchForReloads(router: Router): void {
  let shown = location.pathname + location.search;
  addEventListener('vite:preloadError', () => {
    const { location: wanted } = router.state.navigation;
    // Without a network the page would be gone, too.
    if (navigator.onLine) reloads.chunkFailed(wanted && router.createHref(wanted));
  });
  document.addEventListener('visibilitychange', reloads.onHidden);
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') shown = location.pathname + location.search;
    else {
      const url = router.createHref(navigation.location);
      if (url.split('#')[0] !== shown) reloads.onNavigate(url);
    }
  });
}
