import { MIMEType } from 'node:util';
import { invalidResponse } from './upstream-error.ts';

/** Decoders by charset, reused because creating a decoder takes as long as decoding some kilobytes. */
const decoders = new Map<string, TextDecoder>();

function decoderOf(charset: string): TextDecoder {
  const decoder = decoders.get(charset) ?? new TextDecoder(charset, { fatal: true });
  decoders.set(charset, decoder);
  return decoder;
}

/** Decodes a body without its byte order mark. Throws `invalid-response` for an unknown charset, or for bytes that are invalid in the charset. */
export function decodeText(body: Buffer, contentType: string): string {
  const charset = charsetOf(contentType);
  try {
    return decoderOf(charset).decode(body);
  } catch (cause) {
    throw invalidResponse(`sent text that cannot be decoded as ${charset}`, cause);
  }
}

/** Returns the declared charset. Defaults to UTF-8, the only charset of JSON (RFC 8259, section 8.1). */
function charsetOf(contentType: string): string {
  try {
    return new MIMEType(contentType).params.get('charset')?.replaceAll("'", '') || 'utf-8';
  } catch {
    return 'utf-8';
  }
}
