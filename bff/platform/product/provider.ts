export { provider } from '#provider.ts';
