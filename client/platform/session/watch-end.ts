import type { SessionState } from '@web/bff/platform/contract/session/session-state';
import { fetchSession } from './fetch-session.ts';
import { knownSession, sessionHasEnded, subscribeToSession, tabs } from './known-session.ts';

export interface Ending {
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
  /** Keeps the session alive. Undefined if the session cannot be extended any further. */
  readonly stay: (() => void) | undefined;
}

/** Time between the warning and the end of the session. WCAG 2.2 (2.2.1) requires at least 20 seconds. */
const WARNING_MS = 120_000;
/** Interval at which the clock is polled, because timers stop while a computer sleeps. */
const CHECK_MS = 10_000;

/** Calls `notify` when the session is about to end, and with undefined once the end is no longer near. Returns a function that stops watching. */
export function watchEnd(notify: (ending: Ending | undefined) => void): () => void {
  let lastSession: unknown;
  let endsAt = Infinity;
  let isWarned = false;
  let isFetching = false;

  const setSession = (session: SessionState | null | undefined): void => {
    lastSession = knownSession();
    const { idleSeconds = Infinity, remainingSeconds = Infinity } = session ?? {};
    endsAt = Date.now() + Math.min(idleSeconds, remainingSeconds) * 1_000;
    isWarned = endsAt - Date.now() <= WARNING_MS;
    notify(isWarned ? { endsAt, stay: idleSeconds < remainingSeconds ? stay : undefined } : undefined);
  };
  const fetchEnd = async (method?: 'POST'): Promise<void> => {
    isFetching = true;
    const reply = await fetchSession(method).catch(() => undefined);
    isFetching = false;
    // After a failure, the next check retries.
    if (reply) setSession(reply.session);
    if (reply && method) tabs().postMessage(reply.session?.version);
  };
  const stay = () => void fetchEnd('POST');
  // Fetches the session before warning the user: other tabs may have kept it alive.
  const check = (): void => {
    const isDue = Date.now() >= endsAt - (isWarned ? 0 : WARNING_MS);
    if (isDue && !isFetching && !sessionHasEnded()) void fetchEnd();
  };
  const onTabMessage = () => void (isWarned && fetchEnd());

  setSession(knownSession());
  const stop = subscribeToSession(() => {
    if (knownSession() !== lastSession) setSession(knownSession());
  });
  const timer = setInterval(check, CHECK_MS);
  document.addEventListener('visibilitychange', check);
  tabs().addEventListener('message', onTabMessage);
  return () => {
    stop();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    tabs().removeEventListener('message', onTabMessage);
  };
}
