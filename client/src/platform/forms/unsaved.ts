type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Forms with input that was not sent, and writes on their way. While there are any, the browser asks before it leaves the page. */
export function createUnsaved(page: Page) {
  const registered = new Map<object, 'input' | 'write'>();
  const ask = (event: Event): void => event.preventDefault();
  const release = (entry: object): void => {
    if (registered.delete(entry) && registered.size === 0) page.removeEventListener('beforeunload', ask);
  };

  return {
    release,
    has: (entry: object): boolean => registered.has(entry),
    isAny: (): boolean => registered.size > 0,
    /** The person agreed to lose the input. Writes on their way stay registered. */
    discard: (): void => {
      for (const [entry, kind] of registered) if (kind === 'input') release(entry);
    },
    /** What is unsaved belongs to a person who has gone: this page is left without a question. */
    abandon: (): void => page.removeEventListener('beforeunload', ask),
    /** The same entry is registered once. Returns the function that releases it. */
    register: (kind: 'input' | 'write', entry: object = {}): (() => void) => {
      // Only as long as needed: a listener keeps the page out of the back/forward cache.
      if (registered.size === 0) page.addEventListener('beforeunload', ask);
      registered.set(entry, kind);
      return () => release(entry);
    },
  };
}

export const unsaved = createUnsaved(globalThis);
