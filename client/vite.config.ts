import type { UserConfig } from 'vite';
import { platformConfig } from './platform/build/config.ts';

/** Plugins and aliases of the product, for its build, its unit tests and the prerendered document. Each of these calls the function. */
export const productConfig = () =>
  ({
    plugins: [],
    resolve: { alias: {} },
  }) satisfies UserConfig;

export default platformConfig(productConfig);
