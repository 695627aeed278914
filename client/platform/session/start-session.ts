import { fetchSession, sessionIsKnown } from './fetch-session.ts';
import { storedInput } from './stored-input.ts';
import { guardSession } from './views/guard-session.tsx';
import { knownSession, leaveSignedOut, sessionHasEnded, subscribeToSession, tabs } from './known-session.ts';

const EXPIRY_CHECK_MS = 60_000;

/** Starts tab sync, session-expiry handling and the deletion of expired input. Call it once, after the first screen. `revalidate` runs the loaders. */
export function startSession(revalidate: () => void): void {
  syncTabs(revalidate);
  let isGuarded = false;
  const guard = () => {
    if (isGuarded || !knownSession()) return;
    isGuarded = true;
    // Now, because a sign-out must not depend on the network or on the next deploy.
    import('./sign-out.ts').catch(() => {});
    guardSession();
  };
  for (const follow of [guard, storedInput]) {
    subscribeToSession(follow);
    follow();
  }
  setInterval(storedInput, EXPIRY_CHECK_MS);
  sessionIsKnown().catch(() => {});
}

function syncTabs(revalidate: () => void): void {
  let before = knownSession();
  if (before) tabs().postMessage(before.version);
  subscribeToSession(() => {
    const now = knownSession();
    if (now?.version === before?.version) return;
    if (now) tabs().postMessage(now.version);
    if (before !== undefined) revalidate();
    before = now;
  });
  tabs().onmessage = ({ data: version }: MessageEvent<string | null>) => {
    if (version === null) {
      if (knownSession()) leaveSignedOut('elsewhere');
    } else if (version !== knownSession()?.version || sessionHasEnded()) fetchSession().catch(() => {});
  };
}
