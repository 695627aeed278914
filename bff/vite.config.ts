import { defineConfig } from 'vite';

/**
 * What every application needs is one file: it starts in half the time of its parts, and the image needs no node_modules. What only some need,
 * such as sign-in, is loaded from files of its own.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: 'src/entry.ts',
    target: 'node26',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: '[name].js',
        comments: false,
        // Without main.ts, which waits for those files, while they wait for what they import.
        codeSplitting: {
          groups: [{ name: 'eager', tags: ['$initial'], test: /(?<!\/(?:entry|main[a-z-]*)\.ts)$/ }],
        },
      },
    },
  },
  ssr: { noExternal: true },
  define: { 'globalThis.IS_BUNDLE': 'true' },
});
