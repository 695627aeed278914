import type { BlockerFunction } from 'react-router-dom';

export type Kind = 'input' | 'write';

const keepPage = (event: Event): void => event.preventDefault();

/** Unsent input and writes in flight. Every first load contains this module, but not `unsaved.ts`, which registers entries. */
export const unsavedWork = {
  entries: new Map<object, Kind>(),
  isAny: (): boolean => unsavedWork.entries.size > 0,
  /** Makes the browser ask before it unloads the page. */
  guard: (): void => addEventListener('beforeunload', keepPage),
  /** Lets the page unload without asking, for example when another user has signed in. */
  abandon: (): void => removeEventListener('beforeunload', keepPage),
  /** Asks the user before a navigation loses unsaved work. Returns true to block the navigation. Set by `unsaved.ts`. */
  blocks: (() => false) as BlockerFunction,
};
