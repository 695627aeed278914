import { importChunk } from '#platform/document/import-chunk.ts';
import { askSession } from '#platform/session/ask-session.ts';
import { isSessionAsked, knownSession, subscribeToSession } from '#platform/session/known-session.ts';

/** Fetches what only somebody who is signed in needs. */
export const loadSessionViews = () =>
  import.meta.env.DEV
    ? import('./session-views.tsx')
    : importChunk<typeof import('./session-views.tsx')>(embedded?.chunks['session-views'] ?? []);

/** For the time after the first screen: guards the session from the moment when somebody is signed in. */
export function startSessionViews(): void {
  let isStarted = false;
  const start = () => {
    if (isStarted || !knownSession()) return;
    isStarted = true;
    void loadSessionViews().then(({ guardSession }) => guardSession());
  };
  subscribeToSession(start);
  start();
  // No call of the screen tells who is there.
  if (!isSessionAsked()) askSession().catch(() => {});
}
