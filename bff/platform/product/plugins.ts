export { plugins } from '#plugins.ts';
