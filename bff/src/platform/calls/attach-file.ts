import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** Limit of file systems, which also keeps the header within the buffers of proxies. */
const MAX_LENGTH = 255;

/**
 * Makes the browser save the response under a name (RFC 6266, RFC 8187). Any text is safe: slashes and control characters become `_`, and
 * long names are cut.
 */
export function attachFile(reply: FastifyReply, name: string): void {
  const short = name.slice(0, MAX_LENGTH).toWellFormed();
  // oxlint-disable-next-line no-control-regex -- replaces them
  const printable = short.replace(/[\u0000-\u001f\u007f/\\]/g, '_');
  void reply.header('content-disposition', create(printable));
}
