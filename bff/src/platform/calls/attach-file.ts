import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/**
 * Lets the browser save the response under a name (RFC 6266; other than ASCII by RFC 8187). Any text is safe: slashes and
 * control characters become `_`.
 */
export function attachFile(reply: FastifyReply, name: string): void {
  // oxlint-disable-next-line no-control-regex -- these are what is replaced
  const printable = name.toWellFormed().replace(/[\u0000-\u001f\u007f/\\]/g, '_');
  void reply.header('content-disposition', create(printable));
}
