import type { Sources } from '#platform/contract/sources.ts';

/** Hosts that pages may load from, in addition to their own origin, such as `'img-src': ['https://images.example', 'blob:']`. */
export const sources: Sources = {};
