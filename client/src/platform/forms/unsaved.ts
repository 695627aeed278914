type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Forms with input that was not sent, and writes on their way. While there are any, the browser asks before it leaves the page. */
export function createUnsaved(page: Page) {
  const held = new Map<object, 'input' | 'write'>();
  const ask = (event: Event): void => event.preventDefault();
  const release = (one: object): void => {
    if (held.delete(one) && held.size === 0) page.removeEventListener('beforeunload', ask);
  };

  return {
    isAny: (): boolean => held.size > 0,
    /** The person has agreed to lose what they entered. A write on its way is not theirs to lose. */
    discard: (): void => {
      for (const [one, what] of held) if (what === 'input') release(one);
    },
    /** Returns what lets go again. */
    hold: (what: 'input' | 'write'): (() => void) => {
      const one = {};
      // Only as long as needed: a page that listens is not kept for going back to.
      if (held.size === 0) page.addEventListener('beforeunload', ask);
      held.set(one, what);
      return () => release(one);
    },
  };
}

export const unsaved = createUnsaved(globalThis);
