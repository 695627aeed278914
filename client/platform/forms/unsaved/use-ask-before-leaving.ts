import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { unsavedWork } from './unsaved-work.ts';

const stays: BlockerFunction = (change) => unsavedWork.stays(change);

/** Asks before a navigation would lose unsaved work. Call it in the layout. */
export function useAskBeforeLeaving(): void {
  useBlocker(stays);
}
