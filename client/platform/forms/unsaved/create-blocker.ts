import type { BlockerFunction, Location } from 'react-router-dom';
import { components as messages } from '#platform/messages/first-load.ts';

/**
 * Returns the key of the current history entry, or undefined without the Navigation API. Without a key, the address bar may show another entry's
 * address after a blocked Back or Forward.
 */
const entry = (): string | undefined => globalThis.navigation?.currentEntry?.key;

function restore(key: string): void {
  const { committed, finished } = globalThis.navigation.traverseTo(key);
  // Ignores rejections: a traversal that interrupts this one fires a `popstate` event, whose listener restores the entry.
  void Promise.allSettled([committed, finished]);
}

/** Returns the open dialogs whose search parameter a navigation changes. */
function closedBy(from: Location, to: Location): HTMLDialogElement[] {
  const [before, after] = [from, to].map(({ search }) => new URLSearchParams(search));
  const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog[open][data-search-param]');
  return [...dialogs].filter(
    ({ dataset: { searchParam = '' } }) => before?.get(searchParam) !== after?.get(searchParam),
  );
}

/**
 * Creates the function that asks before a navigation loses unsaved work. After a blocked Back or Forward, the router restores the address, and
 * ignores the `popstate` event of this change. If the user has pressed Back twice, the router ignores the event of the second press by mistake. The
 * blocker then restores the history entry.
 */
export function createBlocker(isAny: () => boolean, discard: () => void): BlockerFunction {
  let shown = entry();
  let isRestoring = false;
  let isAsked = false;

  globalThis.navigation?.addEventListener('currententrychange', ({ navigationType }) => {
    if (navigationType !== 'traverse') shown = entry();
  });
  // Runs after the router's own listener.
  globalThis.addEventListener?.('popstate', () => {
    if (!isRestoring) shown = entry();
    else if (entry() === shown) isRestoring = false;
    // The router has ignored this event by mistake, as described above.
    else if (!isAsked && shown) restore(shown);
    isAsked = false;
  });

  return ({ currentLocation, nextLocation, historyAction }) => {
    const action: string = historyAction;
    const isPop = action === 'POP';
    isAsked = isPop;
    const isLeaving = currentLocation.pathname !== nextLocation.pathname;
    const closed = isLeaving ? [] : closedBy(currentLocation, nextLocation);
    if (!isAny() || (!isLeaving && closed.length === 0)) return false;
    if (isPop && isRestoring) return true;
    const cancel = new Event('cancel', { cancelable: true });
    const isAgreed = isLeaving
      ? confirm(messages.leaving)
      : closed.every((dialog) => dialog.dispatchEvent(cancel));
    if (!isAgreed) {
      isRestoring = isPop && shown !== undefined;
      return true;
    }
    // Otherwise the browser would ask again if the navigation reloads the page.
    if (isLeaving) discard();
    return false;
  };
}
