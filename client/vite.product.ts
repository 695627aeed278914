import type { UserConfig } from 'vite';

/**
 * Vite plugins and aliases of the product, for its build, its unit tests and the prerendered document. Each of these calls the function, because they
 * must not share plugins.
 */
export const productConfig = () =>
  ({
    plugins: [],
    resolve: { alias: {} },
  }) satisfies UserConfig;
