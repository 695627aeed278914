import type { Sources } from './kit/sources.ts';

/** Hosts that pages may load from, besides their own origin: `'img-src': ['https://images.example', 'blob:']`. */
export const sources: Sources = {};
