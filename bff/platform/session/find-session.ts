import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ANY_ROLE } from '#platform/contract/call.ts';
import { limits } from '#platform/contract/limits.ts';
import type { Session } from '#platform/contract/product/session.ts';
import type { Audit } from './audit.ts';
import { cookieValues, ownCookie } from './cookies.ts';
import {
  type SessionRecord,
  type SessionStore,
  StoreUnavailable,
  unknownSession,
} from './store/session-store.ts';

/** Pattern of the session cookie's value: the record's key (96 bits) and a secret (256 bits). The store has only a hash of the secret. */
const IDENTIFIER = /^([\w-]{16})\.([\w-]{43})$/;
export const hashOf = (secret: string) => hash('sha256', secret, 'base64url');

export const hasSameGrant = (one: SessionRecord, other: SessionRecord) =>
  one.subject === other.subject && one.role === other.role;

/** Returns the part of the record that handlers see. */
export function assignRecord(request: FastifyRequest, record: SessionRecord): Session {
  request.sessionRecord = record;
  const { subject, role, user, private: hidden } = record;
  return { subject, role, user, private: hidden } as unknown as Session;
}

export const touch = (store: SessionStore, key: string) =>
  store.change(key, (record) => ({ ...record, idleEndsAt: Date.now() + limits.SESSION_IDLE_MS }));

export function createFindSession(
  store: SessionStore,
  audit: Audit,
  schemaMismatch: (record: SessionRecord) => string | undefined,
) {
  function accept(request: FastifyRequest, secret: string, record?: SessionRecord): Session | null {
    // Not audited: forged identifiers look like those of expired sessions, and anyone could flood the log with them.
    if (!record || record.secretHash !== hashOf(secret)) return null;
    if (schemaMismatch(record) !== undefined) {
      audit(request.log, 'refusal', record, 'the session no longer matches the contract');
      return null;
    }
    const now = Date.now();
    const unusedMs = now + limits.SESSION_IDLE_MS - record.idleEndsAt;
    if (unusedMs < limits.SESSION_TOUCH_MS || request.routeOptions.config.extendsSession === false)
      return assignRecord(request, record);
    // Does not await the write. If the write fails, the next request retries it.
    void touch(store, record.key).catch(() => {});
    return assignRecord(request, { ...record, idleEndsAt: now + limits.SESSION_IDLE_MS });
  }

  /**
   * Finds the request's session, and resolves with the result of `recheck`. Resolves with null if there is no session. While the store is
   * unavailable, resolves with `unknownSession`. On routes with the permission `ANY_ROLE`, throws instead: authorization would admit the unknown
   * session there.
   */
  async function find(
    request: FastifyRequest,
    recheck: (session: Session | null) => Session | null | Promise<Session | null>,
  ): Promise<Session | null> {
    const [identifier = '', ...others] = cookieValues(request.headers.cookie, ownCookie(request, 'session'));
    if (others.length > 0) {
      // If there are several session cookies, rejects all, because a page on another path or domain may have planted one of them.
      audit(request.log, 'refusal', {}, 'more than one session cookie');
      return null;
    }
    const [, key = '', secret = ''] = IDENTIFIER.exec(identifier) ?? [];
    if (key === '') return null;
    try {
      return await recheck(accept(request, secret, await store.read(key)));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      request.sessionRecord = undefined;
      if (request.routeOptions.config.permission === ANY_ROLE) throw error;
      return unknownSession;
    }
  }

  /**
   * Ends an event stream if its session has ended, has another subject or role, or needs a recheck. When the client reconnects, its request rechecks
   * the role. While the store is unavailable, the stream stays open.
   */
  async function endStreamIfOver(
    { sessionRecord: record, server }: FastifyRequest,
    mustRecheck: (current: SessionRecord) => boolean,
  ): Promise<void> {
    if (!record) return;
    const current = await store.read(record.key).catch(() => null);
    if (current === null) return;
    if (!current || !hasSameGrant(current, record) || mustRecheck(current))
      server.eventStreams.end((request) => request.sessionRecord === record);
  }

  return { find, endStreamIfOver };
}
