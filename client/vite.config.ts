import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { API_PATH, BASE_PATH } from '@web/bff/contract/constants';
import { bffInDev } from './vite/bff-in-dev.ts';
import { importHelper } from './vite/assets/import-helper.ts';
import { manifest } from './vite/document/web-manifest.ts';
import { plainSchemas } from './vite/plain-schemas.ts';
import { precompress } from './vite/assets/precompress.ts';
import { productionRouter } from './vite/assets/production-router.ts';
import { reactAsModules } from './vite/assets/react-as-modules.ts';
import { shell } from './vite/document/document.ts';
import { screenChunks } from './vite/document/screen-manifest.ts';
import { specification } from './vite/specification/specification.ts';

const BFF_PORT = 3000;
/** Changes only when a dependency does, so a deploy of the application leaves it in the browser's cache. */
const VENDOR =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)\/|^\0vendor:/;

const app = (file: string) => resolve(import.meta.dirname, 'src/app', file);
const screens = app('screens.ts');
const chunks = screenChunks({ screens, shipped: app('document/screens-from-document.ts') });

export default defineConfig({
  root: import.meta.dirname,
  base: `${BASE_PATH}/`,
  plugins: [
    react(),
    reactAsModules(),
    productionRouter(),
    importHelper({ module: app('document/import-chunk.ts') }),
    plainSchemas(),
    specification(),
    manifest({ product: resolve(import.meta.dirname, '../bff/src/contract/product.ts') }),
    chunks.plugin,
    shell({ screens, modules: chunks.modules, start: app('document/bootstrap.ts') }),
    bffInDev({ basePath: BASE_PATH, port: BFF_PORT }),
    precompress({ dist: resolve(import.meta.dirname, 'dist') }),
  ],
  build: {
    outDir: 'dist/identity',
    emptyOutDir: true,
    target: 'es2024',
    // Those that know `light-dark()`, so that nothing is added to do without it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: false,
    // Inlined assets would be `data:` addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What a script imports when it is needed names its scripts itself.
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: VENDOR, priority: 1 },
            // Otherwise what screens share with it would be one more request.
            { name: 'app', test: chunks.isFirst },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      [`^${API_PATH}(?=[/?]|$)`]: {
        target: `http://127.0.0.1:${BFF_PORT}`,
        changeOrigin: false,
        xfwd: true,
        ws: true,
      },
    },
  },
});
