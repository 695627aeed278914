const registered = new Map<object, 'input' | 'write'>();
const ask = (event: Event): void => event.preventDefault();

function release(entry: object): void {
  if (registered.delete(entry) && registered.size === 0) removeEventListener('beforeunload', ask);
}

/** Tracks unsent input and writes in flight. While there are any, the browser asks before unloading the page. */
export const unsaved = {
  release,
  has: (entry: object): boolean => registered.has(entry),
  isAny: (): boolean => registered.size > 0,
  /** Releases all input, after the user has agreed to lose it. Writes stay registered. */
  discard: (): void => {
    for (const [entry, kind] of registered) if (kind === 'input') release(entry);
  },
  /** Lets the page unload without asking, because another user has signed in. */
  abandon: (): void => removeEventListener('beforeunload', ask),
  /** Registers an entry. Returns the function that releases it. */
  register: (kind: 'input' | 'write', entry: object = {}): (() => void) => {
    // Only while needed, because the listener disables the back/forward cache.
    if (registered.size === 0) addEventListener('beforeunload', ask);
    registered.set(entry, kind);
    return () => release(entry);
  },
};
