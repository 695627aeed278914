import { importChunk } from '#platform/document/import-chunk.ts';

/** Fetches what only somebody who is signed in needs. */
export const loadSessionViews = () =>
  import.meta.env.DEV
    ? import('./session-views.tsx')
    : importChunk<typeof import('./session-views.tsx')>(embedded?.chunks['session-views'] ?? []);
