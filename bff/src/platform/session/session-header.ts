import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_HEADER, type SessionState } from '#contract/kit/session/session-state.ts';
import { cookieValues, ownCookie } from './cookies.ts';
import type { SessionRecord } from './store/session-store.ts';

const secondsUntil = (time: number) => Math.max(0, Math.floor((time - Date.now()) / 1_000));

/** Session data exposed to the browser. */
export function stateOf(record: SessionRecord): SessionState {
  const { version, subject, role, user, endsAt, idleEndsAt } = record;
  const remainingSeconds = secondsUntil(endsAt);
  const idleSeconds = Math.min(secondsUntil(idleEndsAt), remainingSeconds);
  const shown = user as SessionState['user'];
  // Tabs of the previous version read `person`.
  const previous = { person: shown };
  return { version, subject, role, user: shown, ...previous, idleSeconds, remainingSeconds };
}

/** Sends the session state to a tab that has another version. `isPublic`: the response may be cached. */
export function setSessionHeader(request: FastifyRequest, reply: FastifyReply, isPublic: boolean): void {
  const { sessionRecord: record, headers } = request;
  const known = headers[SESSION_HEADER];
  if (record) {
    // After sign-out, Back must not show the response from the browser's cache. Shared caches must not store session cookies.
    const mayBeCached = isPublic || /\bprivate\b/.test(String(reply.getHeader('cache-control')));
    if (!mayBeCached || reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store');
    if (known !== record.version)
      reply.header(SESSION_HEADER, encodeURIComponent(JSON.stringify(stateOf(record))));
  } else if (record === null) {
    const hasCookie = cookieValues(headers.cookie, ownCookie(request, 'session')).length > 0;
    if (hasCookie || known !== undefined) reply.header(SESSION_HEADER, 'none');
  }
}
