type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Forms with input that was not sent, and writes on their way. While there are any, the browser asks before it leaves the page. */
export function createUnsaved(page: Page) {
  const held = new Set<object>();
  const ask = (event: Event): void => event.preventDefault();

  return {
    isAny: (): boolean => held.size > 0,
    giveUp: (): void => {
      held.clear();
      page.removeEventListener('beforeunload', ask);
    },
    /** Returns what lets go again. */
    hold: (): (() => void) => {
      const one = {};
      // Only as long as needed: a page that listens is not kept for going back to.
      if (held.size === 0) page.addEventListener('beforeunload', ask);
      held.add(one);
      return () => {
        if (held.delete(one) && held.size === 0) page.removeEventListener('beforeunload', ask);
      };
    },
  };
}

export const unsaved = createUnsaved(globalThis);
