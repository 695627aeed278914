import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { messages } from '#platform/messages/screens.ts';
import { unsaved } from './unsaved.ts';

const stays: BlockerFunction = ({ currentLocation, nextLocation }) => {
  if (!unsaved.isAny() || currentLocation.pathname === nextLocation.pathname) return false;
  if (!confirm(messages.leaving)) return true;
  // Not to be asked again, by the browser.
  unsaved.discard();
  return false;
};

/** Once, around all screens: asks before the person goes to another screen from unsaved work, as the browser does before it leaves the page. */
export function useAskBeforeLeaving(): void {
  useBlocker(stays);
}
