import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';
import { formBodies } from '../../vite/forms/form-bodies.ts';

const RUNTIME_BYTES = 12_000;
const FORM_BYTES = 2_000;
const calls = resolve(import.meta.dirname, '../../../bff/test/form-calls.ts');
/** What every first load brings, and the components, which a screen can have without a form. */
const LOADED = /^(react|react-dom|react-router-dom)(\/|$)|^#(ui|platform\/api)\/|\/unsaved\.ts$/;

/** The bytes of brotli of each chunk, as two screens with a form would load them, by its name. */
async function chunkBytes(): Promise<Record<string, number>> {
  vi.stubEnv('NODE_ENV', 'production');
  const entry = '/screens.mjs';
  const createForm = resolve(import.meta.dirname, 'create-form.tsx');
  const source = [
    ...['addTitle', 'addBooking'].map((id) => `export const ${id} = () => import('virtual:body/${id}.mjs');`),
    ...[createForm, 'ajv-formats/dist/formats', '@web/bff/contract/kit/rules'].map(
      (id, at) => `export const shared${at} = () => import('${id}');`,
    ),
  ].join('\n');
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2024',
      rolldownOptions: { input: entry, external: LOADED, preserveEntrySignatures: 'strict' },
    },
    plugins: [
      formBodies([calls]),
      {
        name: 'screens',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((one) => one.type === 'chunk' && !one.isEntry);
  return Object.fromEntries(
    chunks.map((chunk) => [chunk.name, brotliCompressSync('code' in chunk ? chunk.code : '').length]),
  );
}

test(`the form library with its binding is at most ${RUNTIME_BYTES} bytes of brotli, and a form’s validator ${FORM_BYTES}`, async () => {
  const bytes = await chunkBytes();
  expect(bytes['create-form']).toBeLessThanOrEqual(RUNTIME_BYTES);
  expect(bytes['addTitle']).toBeLessThanOrEqual(FORM_BYTES);
  expect(bytes['addBooking']).toBeLessThanOrEqual(FORM_BYTES);
});
