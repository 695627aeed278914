import { defineConfig } from 'vite';

/** One file with everything in it: it starts in half the time of its parts, and the image needs no node_modules. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: 'src/entry.ts',
    target: 'node26',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
  },
  ssr: { noExternal: true },
});
