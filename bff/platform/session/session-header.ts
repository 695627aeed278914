import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_HEADER, type SessionState } from '#platform/contract/session/session-state.ts';
import { cookieValues, ownCookie } from './cookies.ts';
import type { SessionRecord } from './store/session-store.ts';

const secondsUntil = (time: number) => Math.max(0, Math.floor((time - Date.now()) / 1_000));

export function stateOf(record: SessionRecord): SessionState {
  const { version, subject, role, user, endsAt, idleEndsAt } = record;
  const remainingSeconds = secondsUntil(endsAt);
  const idleSeconds = Math.min(secondsUntil(idleEndsAt), remainingSeconds);
  return { version, subject, role, user: user as SessionState['user'], idleSeconds, remainingSeconds };
}

const NO_STORE = /(?:^|,)\s*no-store\s*(?:,|$)/i;
const cacheControlOf = (reply: FastifyReply) => String(reply.getHeader('cache-control'));

/**
 * Sends the session state to a tab that has another version, but only in responses with `no-store`. Otherwise, a cache could send the state to other
 * users, or to the same user after sign-out. `isPublic` allows caching of the response.
 */
export function setSessionHeader(request: FastifyRequest, reply: FastifyReply, isPublic: boolean): void {
  const { sessionRecord: record, headers } = request;
  // Forbids caching of a session's responses: after sign-out, Back must not show them from the browser's cache.
  const mayBeCached = !record || isPublic || /\bprivate\b/.test(cacheControlOf(reply));
  if (!mayBeCached || reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store');
  // A 304 gets no state, because the browser stores the headers of a 304 with the cached response (RFC 9111, section 4.3.4).
  if (!NO_STORE.test(cacheControlOf(reply)) || reply.statusCode === 304) return;
  const known = headers[SESSION_HEADER];
  if (record && known !== record.version)
    reply.header(SESSION_HEADER, encodeURIComponent(JSON.stringify(stateOf(record))));
  if (record !== null) return;
  const hasCookie = cookieValues(headers.cookie, ownCookie(request, 'session')).length > 0;
  if (hasCookie || known !== undefined) reply.header(SESSION_HEADER, 'none');
}
