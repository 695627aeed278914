import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from '../../../test/bundle.ts';

const CALLER_BYTES = 1175;

test(`the caller is at most ${CALLER_BYTES} bytes of brotli, without the reader of events and the sender of files`, async () => {
  const [caller] = await bundle(resolve(import.meta.dirname, 'create-api.ts'));
  expect(brotliCompressSync(caller?.code ?? '').length).toBeLessThanOrEqual(CALLER_BYTES);
  expect(caller?.imports).toEqual([]);
  expect(caller?.dynamicImports).toHaveLength(2);
});
