import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { SESSION_HEADER } from '#platform/contract/session/session-state.ts';
import { SAFE_METHODS } from '#platform/http/csrf.ts';

/** Pattern of a session's version: a keyed hash of the subject (48 bits), and a random part. */
const VERSION = /^([\w-]{8})\.[\w-]{11}$/;

/**
 * Creates functions for the version of sessions. Its first part is the same for all sessions of a subject, so that a write can name the user it was
 * made for. It does not reveal the subject. The first secret creates it, all recognize it.
 */
export function createVersions(secrets: readonly string[]) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'session subjects', 32)));
  const partOf = (subject: string, key: Buffer) =>
    createHmac('sha256', key).update(subject).digest('base64url').slice(0, 8);

  return {
    versionFor: (subject: string): string =>
      `${partOf(subject, keys[0] ?? Buffer.alloc(0))}.${randomBytes(8).toString('base64url')}`,
    /** True for a write from a page that knows the session of another subject. A header in another format is ignored: an older build sent it. */
    isForAnother: ({ method, headers, sessionRecord }: FastifyRequest): boolean => {
      const known = String(headers[SESSION_HEADER] ?? '');
      const part = VERSION.exec(known)?.[1];
      if (!sessionRecord || part === undefined || SAFE_METHODS.has(method)) return false;
      // A version of this session counts even if all secrets have been replaced since.
      if (known === sessionRecord.version) return false;
      return !keys.some((key) => partOf(sessionRecord.subject, key) === part);
    },
  };
}
