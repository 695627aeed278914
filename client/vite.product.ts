import type { UserConfig } from 'vite';

/** Vite plugins and aliases of the product, for its build, its unit tests and the prerendered document: each gets plugins of its own. */
export const productConfig = () =>
  ({
    plugins: [],
    resolve: { alias: {} },
  }) satisfies UserConfig;
