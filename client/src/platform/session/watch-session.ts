import { askSession } from './ask-session.ts';
import { knownSession, leaveSignedOut, sessionHasEnded, subscribeToSession, tabs } from './known-session.ts';

/** Keeps this tab in agreement with the BFF and with the other tabs. `reread` runs the loaders again. To be called once. */
export function watchSession(reread: () => void): void {
  let before = knownSession();
  if (before) tabs().postMessage(before.version);
  subscribeToSession(() => {
    const now = knownSession();
    if (now?.version === before?.version) return;
    if (now) tabs().postMessage(now.version);
    if (before !== undefined) reread();
    before = now;
  });
  tabs().onmessage = ({ data: version }: MessageEvent<string | null>) => {
    if (version === null) {
      if (knownSession()) leaveSignedOut('elsewhere');
    } else if (version !== knownSession()?.version || sessionHasEnded()) askSession().catch(() => {});
  };
}
