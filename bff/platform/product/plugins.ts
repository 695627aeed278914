export { plugins } from '../../src/plugins.ts';
