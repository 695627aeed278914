import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { API_PATH, BASE_PATH } from '@web/bff/contract/constants';
import { sources } from '@web/bff/contract/sources';
import { policyOf, sourceDirectives } from '@web/bff/edge/content-security-policy';
import { bffInDev } from './vite/bff-in-dev.ts';
import { checkForms } from './vite/check-forms.ts';
import { webManifest } from './vite/document/web-manifest.ts';
import { isFirstLanguage } from './vite/language.ts';
import { inSources, signIn } from './vite/sources.ts';
import { precompress } from './vite/assets/precompress.ts';
import { documentOfAllScreens } from './vite/document/document.ts';
import { screenTable } from './vite/document/screen-table.ts';

const BFF_PORT = Number(process.env['PORT'] ?? 3000);
/** Changes only when a dependency does, so a deploy of the application leaves it in the browser's cache. */
const VENDOR =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)\//;

/** What a product without sign-in does not use is left out, with its styles. */
const SESSION = /\/src\/(app|platform)\/session\/[\w-]+\.tsx?$/;

const inApp = (file: string) => resolve(import.meta.dirname, 'src/app', file);
const inGallery = resolve(import.meta.dirname, 'gallery/gallery-calls.ts');
const inContract = (file: string) => resolve(import.meta.dirname, '../bff/src/contract', file);
const table = screenTable({
  table: inApp('screens.ts'),
  replacement: inApp('document/screens-from-document.ts'),
  chunks: {
    deferred: inApp('routing/deferred.ts'),
    'read-events': resolve(import.meta.dirname, 'src/platform/api/read-events.ts'),
    'send-form': resolve(import.meta.dirname, 'src/platform/api/send-form.ts'),
    ...(signIn && { 'session-views': inApp('session/session-views.tsx') }),
  },
});
const page = documentOfAllScreens({
  embeddedIn: table.embeddedIn,
  bootstrap: inApp('document/bootstrap.ts'),
});

const elsewhere = policyOf(sourceDirectives(sources));

/** All conditions in the router's `exports` name its build for development; its build for production lies beside that. */
const inRouter = (file: string) =>
  resolve(import.meta.dirname, '../node_modules/react-router/dist/production', file);

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: `${BASE_PATH}/`,
  define: inSources.define,
  resolve: {
    alias:
      command === 'build'
        ? [
            ...inSources.resolve.alias,
            { find: /^react-router$/, replacement: inRouter('index.mjs') },
            { find: /^react-router\/dom$/, replacement: inRouter('dom-export.mjs') },
          ]
        : [...inSources.resolve.alias],
  },
  plugins: [
    react(),
    checkForms([inContract('calls/all.ts'), inGallery]),
    webManifest(inContract('product.ts')),
    table.plugin,
    page.plugin,
    bffInDev({ basePath: BASE_PATH, port: BFF_PORT }),
    precompress(resolve(import.meta.dirname, 'dist'), page.manifest, isFirstLanguage),
  ],
  build: {
    outDir: 'dist/identity',
    // Beside the application, because most licences ask for that.
    license: { fileName: 'licences.txt' },
    emptyOutDir: isFirstLanguage,
    target: 'es2024',
    // Those that know `light-dark()`, so that nothing is added to do without it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: false,
    // Inlined assets would be `data:` addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Chunks that are imported on demand name their own imports.
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: SESSION, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: VENDOR, priority: 1 },
            // Otherwise what screens share with it would be one more request.
            { name: 'app', test: table.isShared },
          ],
        },
      },
    },
  },
  server: {
    // The other directives would refuse what the development server adds to a page.
    ...(elsewhere && { headers: { 'content-security-policy': elsewhere } }),
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
}));
