import type { Sources } from '#platform/contract/sources.ts';

/** The pages of the handbook are HTML of another server, which `SanitizedHtml` shows. */
export const sources: Sources = { 'trusted-types': ['sanitized-html'] };
