import { useState, useSyncExternalStore } from 'react';
import { messages } from '#messages/platform/session-end.ts';
import { unsaved } from '#platform/forms/unsaved.ts';
import { dismissEnd, sessionHasEnded, subscribeToSession } from '#platform/session/known-session.ts';
import { openSignIn } from '#platform/session/open-sign-in.ts';
import { currentPath, signInUrl } from '#platform/session/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** Says that the session has ended, above whatever the page shows. It closes when the person has signed in again, in any window. */
export function EndDialog() {
  const hasEnded = useSyncExternalStore(subscribeToSession, sessionHasEnded);
  const [isBlocked, setBlocked] = useState(false);
  const signIn = isBlocked ? (
    <a className="button" href={signInUrl(currentPath())}>
      {messages.here}
    </a>
  ) : (
    <Button onClick={() => setBlocked(!openSignIn())}>{messages.again}</Button>
  );
  return (
    <Dialog
      open={hasEnded}
      keep
      title={messages.title}
      closeLabel={messages.notNow}
      onClose={dismissEnd}
      actions={signIn}
    >
      <p>{messages.advice}</p>
      <div role="alert">
        {isBlocked && <p>{unsaved.isAny() ? messages.blockedWithInput : messages.blocked}</p>}
      </div>
    </Dialog>
  );
}
