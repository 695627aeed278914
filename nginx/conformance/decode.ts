import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A body without its content coding; undefined where it does not have that coding. Any other coding is none. */
export function decode(body: Buffer, coding: string | undefined): Buffer | undefined {
  try {
    if (coding === 'br') return brotliDecompressSync(body);
    return coding === 'gzip' ? gunzipSync(body) : body;
  } catch {
    return undefined;
  }
}
