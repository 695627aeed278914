import { defineConfig } from 'vite';

/**
 * Bundles the modules that every application needs into one file, because one file starts twice as fast as many. Optional modules, such as sign-in,
 * become chunks. The image needs no node_modules.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: 'platform/entry.ts',
    target: 'node26',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: '[name].js',
        comments: false,
        // Excludes main.ts, which awaits the optional chunks. The chunks import `eager`: with main.ts in `eager`, the imports would deadlock.
        codeSplitting: {
          groups: [{ name: 'eager', tags: ['$initial'], test: /(?<!\/(?:entry|main[a-z-]*)\.ts)$/ }],
        },
      },
    },
  },
  ssr: { noExternal: true },
  define: { 'globalThis.IS_BUNDLE': 'true' },
});
