import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** Characters that a name keeps: as many as file systems take, so that the field fits into what proxies read of a response. */
const MAX_LENGTH = 255;

/**
 * Lets the browser save the response under a name (RFC 6266; other than ASCII by RFC 8187). Any text is safe: slashes and
 * control characters become `_`, and a long name is cut.
 */
export function attachFile(reply: FastifyReply, name: string): void {
  const short = name.slice(0, MAX_LENGTH).toWellFormed();
  // oxlint-disable-next-line no-control-regex -- these are what is replaced
  const printable = short.replace(/[\u0000-\u001f\u007f/\\]/g, '_');
  void reply.header('content-disposition', create(printable));
}
