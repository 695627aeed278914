import { BASE_PATH } from '@web/bff/contract/constants';
import type { createBrowserRouter } from 'react-router-dom';
import { unsaved } from '#platform/forms/unsaved.ts';
import { build } from './build.ts';

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Dependencies {
  /** This page's own build; undefined in development, where no build is new. */
  readonly build: string | undefined;
  /** Carries the application's name: other applications on the origin share the storage. */
  readonly key: string;
  readonly storage: () => Memory;
  /** True if a reload would lose a form's input or a write in flight. */
  readonly isUnsaved: () => boolean;
  readonly isHidden: () => boolean;
  /** Loads the page again, at that URL where one is given. */
  readonly reload: (url?: string) => void;
}

/**
 * The reloads of a tab that was opened before a deploy. A missing chunk reloads at once, unless input would be lost. A response of another build reloads with the
 * next navigation or while the tab is hidden, and never over unsaved work. Each reason reloads once: it is remembered as long as the tab
 * lives, so that servers of two builds cannot cause a loop. A missing chunk is forgotten when a navigation within the page succeeds; a
 * first screen does not count, because a chunk that it loads later may be the missing one. Without storage there is no reload.
 */
export function createReloads({ build, key, storage, isUnsaved, isHidden, reload }: Dependencies) {
  const missingChunk = `chunk:${build}`;
  let otherBuild: string | undefined;
  let reloading = false;

  /** Changes the reasons that are remembered. False if nothing is to be changed, or there is no storage. */
  const change = (update: (reasons: readonly string[]) => readonly string[]): boolean => {
    try {
      const before = JSON.parse(storage().getItem(key) ?? '[]') as string[];
      const after = update(before);
      if (after.length === before.length) return false;
      if (after.length > 0) storage().setItem(key, JSON.stringify(after));
      else storage().removeItem(key);
      return true;
    } catch {
      return false;
    }
  };
  const reloadOnce = (reason: string, url?: string): void => {
    if (reloading) return;
    reloading = change((reasons) => (reasons.includes(reason) ? reasons : [...reasons, reason]));
    if (reloading) reload(url);
  };
  const onNavigate = (url?: string): void => {
    if (otherBuild !== undefined && !isUnsaved()) reloadOnce(`build:${otherBuild}`, url);
  };
  const onHidden = (): void => void (isHidden() && onNavigate());

  return {
    /** True if a reload has begun, so nothing needs to be shown any more. */
    isReloading: () => reloading,
    /** To be called with the URL that the person wanted, where there is one; without one, unsaved work stays. */
    chunkFailed: (url?: string): void => {
      if (url !== undefined || !isUnsaved()) reloadOnce(missingChunk, url);
    },
    /** To be called with the build of every response; true if it is another than this page's. */
    noteBuild: (answered: string | null): boolean => {
      if (!build || !answered || answered === build) return false;
      otherBuild = answered;
      // The caller still gets this response.
      setTimeout(onHidden);
      return true;
    },
    onNavigate,
    onHidden,
    screenLoaded: (isFirst: boolean): void => {
      const stays = (reason: string) => !reason.startsWith('chunk:') || (isFirst && reason === missingChunk);
      change((reasons) => reasons.filter(stays));
    },
  };
}

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

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'subscribe' | 'createHref' | 'state'>;

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
