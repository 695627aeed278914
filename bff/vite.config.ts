import { defineConfig } from 'vite';

/** One file with everything that every application needs: it starts in half the time of its parts, and the image needs no node_modules. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: 'src/entry.ts',
    target: 'node26',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' } },
  },
  ssr: { noExternal: true },
  define: { 'globalThis.IS_BUNDLE': 'true' },
});
