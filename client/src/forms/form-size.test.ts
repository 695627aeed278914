import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';

/** What every first load brings, and the components, which a screen can have without a form. */
const LOADED = /^(react|react-dom|react-router-dom)(\/|$)|^#(ui|platform\/api)\/|\/unsaved\.ts$/;

/** The bytes of brotli of the chunks of a module, by their names. */
async function chunkBytes(input: string) {
  vi.stubEnv('NODE_ENV', 'production');
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2024',
      rolldownOptions: { input, external: LOADED, preserveEntrySignatures: 'exports-only' },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  return Object.fromEntries(chunks.map(({ name, code }) => [name, brotliCompressSync(code).length]));
}

test('forms share at most 6,200 bytes of brotli, and check a body by at most 12,300, in a chunk of its own', async () => {
  const bytes = await chunkBytes(resolve(import.meta.dirname, 'create-form.tsx'));
  expect(bytes['create-form']).toBeLessThanOrEqual(6_200);
  expect(bytes['check-body']).toBeLessThanOrEqual(12_300);
});

test('of the schema library, schemas bring only what they use: together at most 2,200 bytes of brotli', async () => {
  const bytes = await chunkBytes(resolve(import.meta.dirname, '../../../bff/test/calls/form-calls.ts'));
  expect(bytes['form-calls']).toBeLessThanOrEqual(2_200);
});
