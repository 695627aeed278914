import { askSession } from './ask-session.ts';
import {
  keepers,
  type KnownSession,
  knownSession,
  leaveSignedOut,
  sessionHasEnded,
  subscribeToSession,
  tabs,
} from './known-session.ts';

const endOf = (session: KnownSession): number => Date.now() + (session?.remainingSeconds ?? 0) * 1_000;

/** Keeps this tab in agreement with the BFF and with the other tabs. `reread` runs the loaders again. To be called once. */
export function watchSession(reread: () => void): void {
  let before = knownSession();
  let endsAt = endOf(before);
  if (before) tabs().postMessage(before.version);
  subscribeToSession(() => {
    const now = knownSession();
    if (now?.version === before?.version) return;
    if (now) tabs().postMessage(now.version);
    if (before !== undefined) reread();
    before = now;
    endsAt = endOf(now);
  });
  tabs().onmessage = ({ data: version }: MessageEvent<string | null>) => {
    const session = knownSession();
    if (version === null) {
      if (!session) return;
      keepers.forEach((keep) => keep(session.subject, endsAt));
      leaveSignedOut('elsewhere');
    } else if (version !== session?.version || sessionHasEnded()) askSession().catch(() => {});
  };
}
