import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import type { createBrowserRouter } from 'react-router-dom';
import { unsavedWork } from '#platform/forms/unsaved/unsaved-work.ts';
import { build } from './build.ts';

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

interface Dependencies {
  /** This page's build id; undefined in development. */
  readonly build: string | undefined;
  readonly key: string;
  readonly storage: () => Memory;
  readonly isUnsaved: () => boolean;
  readonly isHidden: () => boolean;
  readonly reload: (url?: string) => void;
}

/**
 * Reloads a tab that was opened before a deploy:
 * - if a screen's chunk is missing, immediately;
 * - if a response came from another build, at the next navigation, or when the tab is hidden.
 *
 * Unsaved work blocks the second. To prevent loops, each reason reloads the tab only
 * once. After a successful navigation, a missing chunk may reload the tab again. The reasons are stored in session storage; without it, nothing
 * reloads the tab.
 */
export function createReloads({ build, key, storage, isUnsaved, isHidden, reload }: Dependencies) {
  const missingChunk = `chunk:${build}`;
  let otherBuild: string | undefined;
  let reloading = false;

  /** Updates the stored reasons. Returns false if nothing changed, or without storage. */
  const change = (update: (reasons: readonly string[]) => readonly string[]): boolean => {
    try {
      const before = JSON.parse(storage().getItem(key) ?? '[]') as string[];
      const after = update(before);
      if (after.length === before.length) return false;
      storage().setItem(key, JSON.stringify(after));
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
    isReloading: () => reloading,
    /** Call it when a screen's chunk is missing. */
    chunkMissing: (): void => reloadOnce(missingChunk),
    /** Call it with the build id of every response. Returns true if the response comes from another build. */
    checkBuild: (buildOfResponse: string | null): boolean => {
      if (!build || !buildOfResponse || buildOfResponse === build) return false;
      otherBuild = buildOfResponse;
      // Waits until the caller has handled this response.
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
  key: `${BASE_PATH}:reloaded-for`,
  storage: () => sessionStorage,
  isUnsaved: unsavedWork.isAny,
  isHidden: () => document.hidden,
  reload: (url = location.href) => {
    // After Back, `url` is already the current URL. If it has a fragment, `assign` would only scroll.
    if (new URL(url, location.href).href === location.href) location.reload();
    else location.assign(url);
  },
});

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'subscribe' | 'createHref' | 'state'>;

/** Connects `reloads` to the page's events. Call it once. */
export function watchForReloads(router: Router): void {
  document.addEventListener('visibilitychange', reloads.onHidden);
  router.subscribe(({ navigation: { location: next }, location: shown }) => {
    if (next && next.pathname + next.search !== shown.pathname + shown.search)
      reloads.onNavigate(router.createHref(next));
  });
}
