export { productConfig } from '../../vite.config.ts';
