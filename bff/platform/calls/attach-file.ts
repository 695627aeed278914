import { posix } from 'node:path';
import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** Maximum length of a file name in most file systems. Also keeps the header within the buffers of proxies. */
const MAX_BYTES = 255;
/** Maximum length of an extension. Longer text after the last dot counts as part of the name. */
const MAX_EXTENSION = 20;

/**
 * Makes the browser save the response under a name (RFC 6266, RFC 8187) or, with the type `inline`, show the response, and suggest the name if the
 * user saves it. The name may be any text: slashes and control characters become `_`, and a long name is cut before its extension.
 */
export function attachFile(
  reply: FastifyReply,
  name: string,
  type: 'attachment' | 'inline' = 'attachment',
): void {
  // oxlint-disable-next-line no-control-regex -- replaces them
  const printable = name.toWellFormed().replace(/[\u0000-\u001f\u007f/\\]/g, '_');
  void reply.header('content-disposition', create(shortened(printable), { type }));
}

function shortened(name: string): string {
  const extension = posix.extname(name);
  const kept = extension.length <= MAX_EXTENSION ? extension : '';
  const stem = name.slice(0, name.length - kept.length);
  const room = new Uint8Array(MAX_BYTES - Buffer.byteLength(kept));
  // `encodeInto` stops before a character that does not fit.
  const { read } = new TextEncoder().encodeInto(stem, room);
  return stem.slice(0, read) + kept;
}
