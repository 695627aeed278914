import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { messages } from '#messages/platform/screens.ts';
import { unsaved } from './unsaved.ts';

const stays: BlockerFunction = ({ currentLocation, nextLocation }) => {
  if (!unsaved.isAny() || currentLocation.pathname === nextLocation.pathname) return false;
  if (!confirm(messages.leaving)) return true;
  // Otherwise the browser's own prompt would follow this one.
  unsaved.discard();
  return false;
};

/** Asks before a navigation would lose unsaved work. Call it in the layout. */
export function useAskBeforeLeaving(): void {
  useBlocker(stays);
}
