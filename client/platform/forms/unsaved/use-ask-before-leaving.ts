import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { unsavedWork } from './unsaved-work.ts';

const shouldBlock: BlockerFunction = (change) => unsavedWork.blocks(change);

/** Asks before a navigation would lose unsaved work. Call it in the layout. */
export function useAskBeforeLeaving(): void {
  useBlocker(shouldBlock);
}
