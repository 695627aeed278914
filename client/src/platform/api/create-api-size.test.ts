import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from '../../../test/bundle.ts';

const CALLER_BYTES = 1155;

test(`the caller is at most ${CALLER_BYTES} bytes of brotli, without the reader of events`, async () => {
  const chunks = await bundle(resolve(import.meta.dirname, 'create-api.ts'));
  const [caller] = chunks;
  expect(brotliCompressSync(caller?.code ?? '').length).toBeLessThanOrEqual(CALLER_BYTES);
  expect(caller?.imports).toEqual([]);
  expect(chunks).toHaveLength(1);
});
