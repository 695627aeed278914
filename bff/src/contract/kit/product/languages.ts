export { type Language, languages } from '../../languages.ts';
