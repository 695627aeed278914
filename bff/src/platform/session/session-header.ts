import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_HEADER, type SessionState } from '#contract/kit/session/session-state.ts';
import { cookieValues, ownCookie } from './cookies.ts';
import type { FoundSession } from './find-session.ts';

const secondsUntil = (time: number) => Math.max(0, Math.floor((time - Date.now()) / 1_000));

/** What the browser may know. */
export function stateOf({ session, idleEndsAt }: FoundSession): SessionState {
  const { version, subject, role, person, endsAt } = session;
  const remainingSeconds = secondsUntil(endsAt);
  const idleSeconds = Math.min(secondsUntil(idleEndsAt), remainingSeconds);
  return { version, subject, role, person: person as SessionState['person'], idleSeconds, remainingSeconds };
}

/** Tells a tab who is there, with the reply to a call, where it does not know it yet. `isForAnyone`: what the call answers may be cached. */
export function tellSession(request: FastifyRequest, reply: FastifyReply, isForAnyone: boolean): void {
  const { found, headers } = request;
  const known = headers[SESSION_HEADER];
  if (found) {
    // Otherwise Back would show it from the browser's cache after sign-out, and shared caches would store the session's cookies.
    const mayBeCached = isForAnyone || /\bprivate\b/.test(String(reply.getHeader('cache-control')));
    if (!mayBeCached || reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store');
    if (known !== found.session.version)
      reply.header(SESSION_HEADER, encodeURIComponent(JSON.stringify(stateOf(found))));
  } else if (found === null) {
    const hasCookie = cookieValues(headers.cookie, ownCookie(request, 'session')).length > 0;
    if (hasCookie || known !== undefined) reply.header(SESSION_HEADER, 'none');
  }
}
