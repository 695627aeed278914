import type { readEvents } from './read-events.ts';

/** Loads the reader of event streams. `main.tsx` sets `load` to an import of `routing/deferred.ts`, because `api/` must not import `routing/`. */
export const streamReader = {} as { load: () => Promise<typeof readEvents> };
