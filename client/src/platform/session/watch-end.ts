import type { SessionState } from '@web/bff/contract/kit/session/session-state';
import { askSession } from './ask-session.ts';
import { knownSession, sessionHasEnded, subscribeToSession, tabs } from './known-session.ts';

export interface Ending {
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
  /** Keeps the session alive; undefined if only signing in again helps. */
  readonly stay: (() => void) | undefined;
}

/** WCAG 2.2 (2.2.1) requires at least 20 seconds. */
const WARNING_MS = 120_000;
/** Polls the clock, because timers stop while a computer sleeps. */
const CHECK_MS = 10_000;

/** Calls `tell` when the session is about to end, and with undefined when it no longer is. Returns a function that stops watching. */
export function watchEnd(tell: (ending: Ending | undefined) => void): () => void {
  let noted: unknown;
  let endsAt = Infinity;
  let isTold = false;
  let isAsking = false;

  const note = (session: SessionState | null | undefined): void => {
    noted = knownSession();
    const { idleSeconds = Infinity, remainingSeconds = Infinity } = session ?? {};
    endsAt = Date.now() + Math.min(idleSeconds, remainingSeconds) * 1_000;
    isTold = endsAt - Date.now() <= WARNING_MS;
    tell(isTold ? { endsAt, stay: idleSeconds < remainingSeconds ? stay : undefined } : undefined);
  };
  const ask = async (method?: 'POST'): Promise<void> => {
    isAsking = true;
    const reply = await askSession(method).catch(() => undefined);
    isAsking = false;
    // After a failure the next check retries.
    if (reply) note(reply.session);
    if (reply && method) tabs().postMessage(reply.session?.version);
  };
  const stay = () => void ask('POST');
  // Fetches the session before warning the user: other tabs may have kept it alive.
  const check = (): void => {
    const isDue = Date.now() >= endsAt - (isTold ? 0 : WARNING_MS);
    if (isDue && !isAsking && !sessionHasEnded()) void ask();
  };
  const heard = () => void (isTold && ask());

  note(knownSession());
  const stop = subscribeToSession(() => {
    if (knownSession() !== noted) note(knownSession());
  });
  const timer = setInterval(check, CHECK_MS);
  document.addEventListener('visibilitychange', check);
  tabs().addEventListener('message', heard);
  return () => {
    stop();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    tabs().removeEventListener('message', heard);
  };
}
