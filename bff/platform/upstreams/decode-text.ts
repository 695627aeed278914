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
const charsetOf = (contentType: string): string =>
  /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? 'utf-8';
