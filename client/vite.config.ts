import type { UserConfig } from 'vite';
import { platformConfig } from './platform/build/config.ts';

/** Creates the product's plugins and aliases. The build, the unit tests and the prerendering each call the function, for their own instances. */
export const productConfig = () =>
  ({
    plugins: [],
    resolve: { alias: {} },
  }) satisfies UserConfig;

export default platformConfig(productConfig);
