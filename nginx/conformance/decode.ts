import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Far more than a file of the application has. */
const limit = { maxOutputLength: 1 << 26 };

/** A body without its content coding; undefined where it does not have that coding, or has more than 64 MB. Any other coding is none. */
export function decode(body: Buffer, coding: string | undefined): Buffer | undefined {
  try {
    if (coding === 'br') return brotliDecompressSync(body, limit);
    return coding === 'gzip' ? gunzipSync(body, limit) : body;
  } catch {
    return undefined;
  }
}
