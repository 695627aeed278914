import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';

/** Not counted: modules that every page loads anyway, and components that are also used without a form. */
const LOADED =
  /^(react|react-dom|react-router-dom)(\/|$)|^#platform\/(ui|api)\/|^\.\/elements\/|\/unsaved\.ts$/;

/** Bundles a module, and returns the Brotli size of each chunk in bytes. */
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

test('the code shared by forms has at most 9,800 bytes (Brotli), and the chunk of the body check at most 13,200', async () => {
  const bytes = await chunkBytes(resolve(import.meta.dirname, 'create-form.tsx'));
  expect(bytes['create-form']).toBeLessThanOrEqual(9_800);
  expect(bytes['check-body']).toBeLessThanOrEqual(13_200);
});

test('a bundle of calls with schemas, including the schema library, has at most 2,400 bytes (Brotli)', async () => {
  const bytes = await chunkBytes(
    resolve(import.meta.dirname, '../../../bff/platform/test/calls/form-calls.ts'),
  );
  expect(bytes['form-calls']).toBeLessThanOrEqual(2_400);
});
