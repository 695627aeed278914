import type { BlockerFunction } from 'react-router-dom';
import { messages } from '#platform/messages/unsaved.ts';

/**
 * Returns the key of the current history entry, or undefined without the Navigation API. Without the key, the browser may show the address of another
 * entry after a blocked Back or Forward.
 */
const entry = (): string | undefined => globalThis.navigation?.currentEntry?.key;

function restore(key: string): void {
  const { committed, finished } = globalThis.navigation.traverseTo(key);
  // Ignores rejections: if another traversal replaces this one, its `popstate` event restores the entry.
  void Promise.allSettled([committed, finished]);
}

/**
 * Creates the function that asks before a navigation loses unsaved work. After a blocked Back or Forward, the router expects the next `popstate`
 * event to come from its own restoration of the address. If the user has pressed Back twice, the event comes from the second press, and the blocker
 * restores the entry.
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
    // The router has ignored this event, mistaking it for its own restoration.
    else if (!isAsked && shown) restore(shown);
    isAsked = false;
  });

  return ({ currentLocation, nextLocation, historyAction }) => {
    const action: string = historyAction;
    const isPop = action === 'POP';
    isAsked = isPop;
    if (!isAny() || currentLocation.pathname === nextLocation.pathname) return false;
    if (isPop && isRestoring) return true;
    if (!confirm(messages.leaving)) {
      isRestoring = isPop && shown !== undefined;
      return true;
    }
    // Discards the input, because otherwise the browser would ask again.
    discard();
    return false;
  };
}
