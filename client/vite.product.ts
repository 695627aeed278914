import type { UserConfig } from 'vite';

/** Vite plugins and aliases of the product. They also apply to unit tests and to the prerendered document. */
export const productConfig = {
  plugins: [],
  resolve: { alias: {} },
} satisfies Pick<UserConfig, 'plugins' | 'resolve'>;
