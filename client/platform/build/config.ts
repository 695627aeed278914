import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import { sources } from '@web/bff/platform/contract/product/sources';
import { policyOf, sourceDirectives } from '@web/bff/platform/edge/content-security-policy';
import { policyHeaders } from '@web/bff/platform/edge/policy-headers';
import { bffInDev } from './bff-in-dev.ts';
import { environment, isFirstLanguage, type ProductConfig } from './environment.ts';
import { precompress } from './assets/precompress.ts';
import { documentOfAllScreens } from './document/document.ts';
import { proxyToBff } from './proxy-to-bff.ts';
import { oldestBrowsers } from './oldest-browsers.ts';
import { sharedChunk, VENDOR } from './shared-chunk.ts';

const BFF_PORT = Number(process.env['PORT'] ?? 3000);
/** Pattern of the session's modules. Tree shaking drops these and their styles from a product without sign-in. */
const SESSION = /\/platform\/session\/(views\/)?[\w-]+\.tsx?$/;

const CLIENT = resolve(import.meta.dirname, '../..');
// Policy of the development server, without the directives that would block what Vite adds to a page.
const { 'script-src': _script, 'style-src': _style, 'connect-src': _connect, ...loaded } = sources;
const { 'trusted-types': _policies, ...policy } = sourceDirectives(loaded);

if (!/^(\/[\w.~-]+)+$/.test(BASE_PATH))
  throw new Error(
    `bff/src/contract/constants.ts: BASE_PATH is "${BASE_PATH}": expected a path such as /web or /a/b`,
  );

/** Configures the build and the development server, with the product's plugins and aliases. */
export function platformConfig(productConfig: ProductConfig): UserConfig {
  const { plugins, ...options } = environment(productConfig);
  const page = documentOfAllScreens(productConfig);
  return {
    root: CLIENT,
    base: `${BASE_PATH}/`,
    ...options,
    plugins: [
      ...plugins,
      react(),
      page.plugins,
      bffInDev({ basePath: BASE_PATH, port: BFF_PORT }),
      precompress(resolve(CLIENT, 'dist'), page.manifest, isFirstLanguage),
    ],
    build: {
      outDir: 'dist/identity',
      // Most licences require distributing their text.
      license: { fileName: 'licences.txt' },
      emptyOutDir: isFirstLanguage,
      target: oldestBrowsers(),
      sourcemap: false,
      // The content security policy blocks `data:` URLs.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // Omits preloads for dynamic imports, because the client prefetches each screen's scripts from the table of screens.
        resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
      },
      rolldownOptions: {
        treeshake: { moduleSideEffects: [{ test: SESSION, sideEffects: false }] },
        output: {
          codeSplitting: {
            groups: [
              { name: 'vendor', test: VENDOR, priority: 1 },
              { name: 'app', tags: ['$initial'], priority: 1 },
              sharedChunk,
            ],
          },
        },
      },
    },
    server: {
      headers: { 'content-security-policy': policyOf(policy), ...policyHeaders() },
      port: 5173,
      strictPort: true,
      proxy: {
        [`^${API_PATH}(?=[/?]|$)`]: proxyToBff(BFF_PORT),
      },
    },
  };
}
