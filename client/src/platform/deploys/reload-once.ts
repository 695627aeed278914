type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Options {
  /** Carries the application's name: other applications on the origin share the storage. */
  readonly key: string;
  /** What tells one build from another. */
  readonly build: string;
  readonly storage: () => Memory;
  readonly reload: () => void;
}

/**
 * A tab from before a deploy meets a missing chunk: it reloads, once for a build, and never loops. A build that it has
 * reloaded for is remembered until a navigation within the page succeeds; a first screen alone is no proof, for one of its
 * later chunks may be the missing one. Without storage there is no memory, so no reload.
 */
export function createReloadOnce({ key, build, storage, reload }: Options) {
  let reloading = false;

  const recall = (): string[] => JSON.parse(storage().getItem(key) ?? '[]') as string[];
  const remember = (builds: readonly string[]): void =>
    builds.length > 0 ? storage().setItem(key, JSON.stringify(builds)) : storage().removeItem(key);

  return {
    /** Whether the page is about to go; then nothing needs to be shown any more. */
    isReloading: () => reloading,

    chunkFailed: (): void => {
      if (reloading) return;
      try {
        const builds = recall();
        if (builds.includes(build)) return;
        remember([...builds, build]);
      } catch {
        return;
      }
      reloading = true;
      reload();
    },

    screenLoaded: (isFirst: boolean): void => {
      try {
        const builds = recall();
        if (builds.length > 0) remember(builds.filter((each) => isFirst && each === build));
      } catch {
        // No storage, so nothing is remembered.
      }
    },
  };
}
