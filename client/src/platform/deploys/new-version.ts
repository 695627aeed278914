import { BASE_PATH } from '@web/bff/contract/constants';
import type { createBrowserRouter } from 'react-router-dom';
import { createNewVersion } from './create-new-version.ts';
import { build, onOtherBuild } from './build.ts';
import { unsaved } from '#platform/forms/unsaved.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'subscribe' | 'createHref'>;

const newVersion = createNewVersion({
  build,
  key: `${BASE_PATH.slice(1)}:reloaded-for-version`,
  storage: () => sessionStorage,
  isUnsaved: unsaved.isAny,
  isHidden: () => document.hidden,
  reload: (address = location.href) => {
    // Going back has changed the address already; the same address with a fragment would not load.
    if (new URL(address, location.href).href === location.href) location.reload();
    else location.assign(address);
  },
});

/** Once, beside the router: takes a new version with the next change of screen, or when the tab is hidden. */
export function takeNewVersions(router: Router): void {
  onOtherBuild(newVersion.isOther);
  let shown = location.pathname + location.search;
  router.subscribe(({ navigation }) => {
    // Within a submission the page still owes the person its outcome.
    if (navigation.state !== 'loading' || navigation.formData) {
      if (navigation.state === 'idle') shown = location.pathname + location.search;
      return;
    }
    const address = router.createHref(navigation.location);
    if (address.split('#')[0] !== shown) newVersion.navigating(address);
  });
  document.addEventListener('visibilitychange', newVersion.hidden);
}
