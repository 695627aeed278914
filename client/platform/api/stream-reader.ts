import type { readEvents } from './read-events.ts';

/** Loads the reader of event streams. `main.tsx` sets it to the deferred chunk, which this folder cannot import. */
export const streamReader = {} as { load: () => Promise<typeof readEvents> };
