import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { messages } from '#messages/platform/screens.ts';
import { unsaved } from './unsaved.ts';

const stays: BlockerFunction = ({ currentLocation, nextLocation }) => {
  if (!unsaved.isAny() || currentLocation.pathname === nextLocation.pathname) return false;
  if (!confirm(messages.leaving)) return true;
  // Otherwise the browser would ask again.
  unsaved.discard();
  return false;
};

/** For the layout: asks before a person leaves unsaved work for another screen, as the browser does before it leaves the page. */
export function useAskBeforeLeaving(): void {
  useBlocker(stays);
}
