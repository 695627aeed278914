import { createBlocker } from './create-blocker.ts';
import { type Kind, unsavedWork } from './unsaved-work.ts';

const { entries, isAny, guard, abandon } = unsavedWork;

function release(entry: object): void {
  if (entries.delete(entry) && !isAny()) abandon();
}

/** Tracks unsent input and writes in flight. While there are any, the browser asks before unloading the page. */
export const unsaved = {
  release,
  has: (entry: object): boolean => entries.has(entry),
  isAny,
  /** Releases all input, after the user has agreed to lose it. Writes stay registered. */
  discard: (): void => {
    for (const [entry, kind] of entries) if (kind === 'input') release(entry);
  },
  /** Registers an entry. Returns the function that releases it. */
  register: (kind: Kind, entry: object = {}): (() => void) => {
    // Listens only while needed, because a `beforeunload` listener may disable the back/forward cache.
    if (!isAny()) guard();
    entries.set(entry, kind);
    return () => release(entry);
  },
};

unsavedWork.blocks = createBlocker(isAny, unsaved.discard);
