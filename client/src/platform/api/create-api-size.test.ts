import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const CALLER_BYTES = 1150;

test(`the caller is at most ${CALLER_BYTES} bytes of brotli, and the reader of events comes only with a stream`, async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2024',
      lib: { entry: resolve(import.meta.dirname, 'create-api.ts'), formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  const chunks = output.filter((file) => file.type === 'chunk');
  const [caller] = chunks;
  expect(brotliCompressSync(caller?.code ?? '').length).toBeLessThanOrEqual(CALLER_BYTES);
  expect(caller?.imports).toEqual([]);
  // What both needed would be a third chunk, and of every first load.
  expect(chunks.map(({ name }) => name)).toEqual([expect.anything(), 'read-events']);
});
