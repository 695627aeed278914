import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import { sources } from '@web/bff/platform/contract/product/sources';
import { policyOf, sourceDirectives } from '@web/bff/platform/edge/content-security-policy';
import { bffInDev } from './vite/bff-in-dev.ts';
import { environment, isFirstLanguage } from './vite/environment.ts';
import { precompress } from './vite/assets/precompress.ts';
import { documentOfAllScreens } from './vite/document/document.ts';
import { proxyToBff } from './vite/proxy-to-bff.ts';
import { oldestBrowsers } from './vite/oldest-browsers.ts';
import { sharedChunk, VENDOR } from './vite/shared-chunk.ts';

const BFF_PORT = Number(process.env['PORT'] ?? 3000);
/** Modules that tree shaking drops, with their styles, from a product without sign-in. */
const SESSION = /\/src\/(app|platform)\/session\/[\w-]+\.tsx?$/;

const { plugins, ...options } = environment();
const page = documentOfAllScreens();
// Omits the directives that would block what the development server adds to a page.
const { 'script-src': _script, 'style-src': _style, 'connect-src': _connect, ...loaded } = sources;
const { 'trusted-types': _policies, ...policy } = sourceDirectives(loaded);

export default defineConfig({
  root: import.meta.dirname,
  base: `${BASE_PATH}/`,
  ...options,
  plugins: [
    ...plugins,
    react(),
    page.plugins,
    bffInDev({ basePath: BASE_PATH, port: BFF_PORT }),
    precompress(resolve(import.meta.dirname, 'dist'), page.manifest, isFirstLanguage),
  ],
  build: {
    outDir: 'dist/identity',
    // Most licences require it.
    license: { fileName: 'licences.txt' },
    emptyOutDir: isFirstLanguage,
    target: oldestBrowsers(),
    sourcemap: false,
    // The content security policy blocks `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The document lists each screen's scripts.
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
    headers: { 'content-security-policy': policyOf(policy) },
    port: 5173,
    strictPort: true,
    proxy: {
      [`^${API_PATH}(?=[/?]|$)`]: proxyToBff(BFF_PORT),
    },
  },
});
