type Memory = Pick<Storage, 'getItem' | 'setItem'>;

interface Dependencies {
  /** This page's own build; without one, nothing is ever new. */
  readonly build: string | undefined;
  /** Carries the application's name: other applications on the origin share the storage. */
  readonly key: string;
  readonly storage: () => Memory;
  /** Whether a form, or a write on its way, would be lost. */
  readonly isUnsaved: () => boolean;
  readonly isHidden: () => boolean;
  /** Loads the page again, at that address where one is given. */
  readonly reload: (address?: string) => void;
}

/**
 * A tab from before a deploy hears of another build and reloads once, at a moment when nobody loses anything: with the next
 * navigation, or while the tab is hidden; never over unsaved work. A build that the tab has reloaded for is remembered as
 * long as the tab lives, so that servers of two builds cannot make it loop. Without storage there is no memory, so no reload.
 */
export function createNewVersion({ build, key, storage, isUnsaved, isHidden, reload }: Dependencies) {
  let other: string | undefined;
  let reloading = false;

  const recall = (): string[] => JSON.parse(storage().getItem(key) ?? '[]') as string[];

  const take = (address?: string): boolean => {
    if (reloading) return true;
    if (other === undefined || isUnsaved()) return false;
    try {
      const builds = recall();
      if (builds.includes(other)) return false;
      storage().setItem(key, JSON.stringify([...builds, other]));
    } catch {
      return false;
    }
    reloading = true;
    reload(address);
    return true;
  };

  const whenHidden = (): void => void (isHidden() && take());

  return {
    /** Takes note of the build that answered; true where it is not this page's own. */
    isOther: (answered: string | null): boolean => {
      const isOther = build !== undefined && answered !== null && answered !== build;
      if (isOther) other = answered;
      // The caller of the answer still gets it.
      if (isOther) setTimeout(whenHidden);
      return isOther;
    },
    /** To be told of every navigation within the page, with the address it leads to; true where the page goes instead. */
    navigating: take,
    /** To be told when the tab is hidden. */
    hidden: whenHidden,
  };
}
