export { type Language, languages } from '#contract/languages.ts';
