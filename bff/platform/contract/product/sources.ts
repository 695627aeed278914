export { sources } from '#contract/sources.ts';
