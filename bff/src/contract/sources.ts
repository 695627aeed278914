import type { Sources } from '#platform/contract/sources.ts';

/** Hosts that pages may load from, besides their own origin: `'img-src': ['https://images.example', 'blob:']`. */
export const sources: Sources = {};
