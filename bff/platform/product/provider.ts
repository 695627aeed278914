export { provider } from '../../src/provider.ts';
